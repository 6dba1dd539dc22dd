/** How the numbers of a field are written. */
export interface Unit {
  /** The number of a text; undefined for any other text. */
  read: (text: string) => number | undefined;
  /** The one text of a number. Reading it gives the same number. */
  write: (number: number) => string;
  /** A number for people. */
  show: (number: number) => string;
  /** How many digits after the point its facts have. So "over 90" is a number: 90.1 with one digit. */
  places: number;
  /** The words before the end of a range without a start; "up to" when left out. */
  upTo?: string;
  /** The words before the number below a range without an end, of whole numbers; "at least" when left out. */
  above?: string;
  /** The end of a fault: "memory: must be a size such as 500MiB". */
  expected: string;
}

/** Sixteen digits, because so many bytes can follow from a number with a fraction: "5000000.9GiB". */
const decimal = /^\d{1,16}(?:\.\d{1,6})?$/;

function readDecimal(text: string): number | undefined {
  const number = decimal.test(text) ? Number(text) : undefined;
  // Above this, numbers are no longer exact, so their texts would not be either.
  return number !== undefined && number <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** Without an exponent, which the grammar does not have. */
function writeDecimal(number: number): string {
  return String(Number(number.toFixed(6)));
}

const sizes = [
  ["PiB", 2 ** 50],
  ["TiB", 2 ** 40],
  ["GiB", 2 ** 30],
  ["MiB", 2 ** 20],
  ["KiB", 2 ** 10],
] as const;

/** The largest size that the number is a whole multiple of. */
function writeBytes(number: number): string {
  for (const [name, size] of sizes)
    if (number >= size && number % size === 0) return `${number / size}${name}`;
  return String(number);
}

function readBytes(text: string): number | undefined {
  const [, digits = "", name = ""] = /^([\d.]+)\s?([a-z]*)$/i.exec(text) ?? [];
  const number = readDecimal(digits);
  const size = sizes.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
  if (number === undefined || (size === undefined && !/^b?$/i.test(name))) return undefined;
  const bytes = Math.round(number * (size ?? 1));
  return bytes <= Number.MAX_SAFE_INTEGER ? bytes : undefined;
}

/** Whole bytes, with a binary unit. */
export const bytes: Unit = {
  read: readBytes,
  write: writeBytes,
  show: (number) => writeBytes(number).replace(/(?<=\d)(?=[A-Z])/, " "),
  places: 0,
  expected: "must be a size such as 500MiB, or a range such as 1GiB..4GiB",
};

export const percent: Unit = {
  read: (text) => readDecimal(text.replace(/%$/, "")),
  write: writeDecimal,
  show: (number) => `${writeDecimal(number)}%`,
  places: 1,
  expected: "must be a percentage such as 90, or a range such as 80..95",
};

const whole = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** A number whose field says what it is of, with a fraction. */
export const plain: Unit = {
  read: readDecimal,
  write: writeDecimal,
  show: writeDecimal,
  places: 6,
  expected: "must be a number such as 1.5, or a range such as 100..1000",
};

export const count: Unit = {
  read: whole,
  write: String,
  show: String,
  places: 0,
  expected: "must be a whole number, or a range such as 1..10",
};

export const days: Unit = {
  read: whole,
  write: String,
  show: (number) => (number === 1 ? "1 day" : `${number} days`),
  places: 0,
  upTo: "expires within",
  above: "expires in more than",
  expected: "must be a number of days, or a range such as ..30",
};

/** Days until something that nobody has set. */
export const daysAhead: Unit = { ...days, upTo: "within", above: "in more than" };
