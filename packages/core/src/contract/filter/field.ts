import type { Facts } from "./facts.ts";
import { matchNumbers, matchWords } from "./match.ts";
import type { Unit } from "./units.ts";
import { type Fact, isWord, none, type Range, type Truth, unknown, type Value } from "./value.ts";
import { compareVersions, readVersions, showVersions, writeVersions } from "./version.ts";

/** Why a value makes no sense: the end of a sentence that begins with the field's name. */
export interface Fault {
  readonly fault: string;
}

/** The newest five-minute figures, and when memory is full. */
export type Joined = "figures" | "outlook";

/** A field of the filter: how its values are written, and what they match. */
export interface Field {
  /** What people call it. */
  label: string;
  /** What its values look like: the end of a sentence about the field. */
  hint: string;
  read: (text: string) => Value | Fault;
  /** The one text of a value. */
  write: (value: Value) => string;
  /** A range with one end as a comparison, such as ">90"; undefined for any other value. */
  compare: (value: Value) => string | undefined;
  /** A value for people. */
  show: (value: Value) => string;
  /** The test whether the fact is one of the values. */
  matches: (values: readonly Value[]) => (facts: Facts) => Truth;
  /** What it asks about. */
  fact: (facts: Facts) => Fact<string | number | readonly string[]>;
  /** What it asks about, where that is joined to a list: only lists that are asked for it have it. */
  joined?: Joined;
  /** Whether its fact changes with each report, so that nothing is known of it while a deployment is silent. */
  isMeasured?: true;
  /** Of its numbers. */
  unit?: Unit;
}

const word = /^[\w.:/-]{1,64}$/;

/** What people call the words that every field knows. */
const shownWord = (text: string, nothing = none) => (text === none ? nothing : text);

interface WordField {
  label: string;
  /** The words that exist, with what people call them. Left out where any word may come. */
  words?: Readonly<Record<string, string>>;
  /** Whether the words are written in upper case. All words are read in any case. */
  upper?: boolean;
  /** What people call a deployment without the fact: "no limit set". */
  nothing?: string;
  isMeasured?: true;
  fact: (facts: Facts) => Fact<string | readonly string[]>;
}

/** A field whose facts are words: one, or several. */
export function words({ label, words: known, upper = false, nothing, isMeasured, fact }: WordField): Field {
  const hint = known
    ? `must be one of ${Object.keys(known).join(", ")}`
    : "must be one word of at most 64 characters";
  const ofCase = (text: string) => (upper ? text.toUpperCase() : text.toLowerCase());
  return {
    label,
    hint,
    read: (text) => {
      const asked = text.toLowerCase();
      if (asked === unknown || asked === none) return { word: asked };
      const given = ofCase(text);
      const isKnown = known ? Object.hasOwn(known, given) : word.test(given);
      return isKnown ? { word: given } : { fault: hint };
    },
    write: (value) => (isWord(value) ? value.word : ""),
    compare: () => undefined,
    show: (value) => (isWord(value) ? (known?.[value.word] ?? shownWord(value.word, nothing)) : ""),
    fact,
    matches: (values) => {
      const match = matchWords(values, ofCase);
      return (facts) => match(fact(facts));
    },
    ...(isMeasured && { isMeasured }),
  };
}

/** How the ranges of a field are written. */
interface RangeForms {
  /** The range of a text; undefined for any other text. */
  read: (text: string) => Range | undefined;
  /** The one text of a range. */
  write: (range: Range) => string;
  /** The next number after one, and the last before it, of those that a fact can be. */
  after: (number: number) => number;
  before: (number: number) => number;
  /** A range with one end as a comparison. */
  compare: (range: Range) => string;
  /** A range for people. */
  show: (range: Range) => string;
  /** What is wrong with a range whose ends are in the other order. */
  reversed: string;
}

/** The range of a text, which may be a comparison: ">=7.2", "<90". */
function readOrCompare(text: string, { read, write, after, before }: RangeForms): Range | undefined {
  const [, sign, limit = text] = /^([<>]=?)(.*)$/.exec(text) ?? [];
  const range = limit.includes("..") && sign !== undefined ? undefined : read(limit);
  if (sign === undefined || range?.from === undefined || range.to === undefined) return range;
  const { from, to } = range;
  const compared = {
    ">": { from: after(to) },
    ">=": { from },
    "<": { to: before(from) },
    "<=": { to },
  }[sign];
  // Below the lowest number and above the highest that can be written, there is no text.
  const again = compared && read(write(compared));
  const isThere = again?.from === compared?.from && again?.to === compared?.to;
  const isNext = sign.endsWith("=") || (after(to) > to && before(from) < from);
  return isThere && isNext ? compared : undefined;
}

export interface RangeField {
  label: string;
  fact: (facts: Facts) => Fact<number>;
  /** The word for numbers below zero, which no range contains. */
  below?: string | undefined;
  /** Whether that word matches, too, where the fact is another number. */
  isBelowToo?: (facts: Facts) => boolean;
  nothing?: string | undefined;
  isMeasured?: true;
}

function ranges(forms: RangeForms & { hint: string }, field: RangeField): Field {
  const { label, fact, below, nothing, isBelowToo } = field;
  const { hint, reversed } = forms;
  return {
    label,
    hint,
    read: (text) => {
      const asked = text.toLowerCase();
      if (asked === unknown || asked === none || asked === below) return { word: asked };
      const range = readOrCompare(text, forms);
      if (!range) return { fault: hint };
      return (range.from ?? 0) > (range.to ?? Infinity) ? { fault: reversed } : range;
    },
    write: (value) => (isWord(value) ? value.word : forms.write(value)),
    compare: (value) =>
      isWord(value) || (value.from === undefined) === (value.to === undefined)
        ? undefined
        : forms.compare(value),
    show: (value) => {
      if (isWord(value)) return shownWord(value.word, nothing);
      return below !== undefined && (value.to ?? 0) < 0 ? below : forms.show(value);
    },
    fact,
    matches: (values) => {
      const match = matchNumbers(values, below);
      const asksBelow = isBelowToo && match(-1) === true;
      return asksBelow ? (facts) => isBelowToo(facts) || match(fact(facts)) : (facts) => match(fact(facts));
    },
  };
}

/** A field whose facts are numbers. */
export function numbers({ unit, isMeasured, ...field }: RangeField & { unit: Unit }): Field {
  const hint = `${unit.expected}${field.below === undefined ? "" : `, or ${field.below}`}`;
  const reversed = "the first number of a range must not be larger than the second";
  return { ...ranges({ hint, reversed, ...rangesOf(unit) }, field), unit, ...(isMeasured && { isMeasured }) };
}

/** A field whose facts are versions, as `readVersion` returns them. */
export function versions(field: RangeField): Field {
  const hint = "must be a version such as 7.2, or a range such as ..7.2 or 6..7.2";
  const reversed = "the first version of a range must be lower than the second";
  const forms = {
    read: readVersions,
    write: writeVersions,
    after: (version: number) => version + 1,
    before: (version: number) => version - 1,
    compare: compareVersions,
    show: showVersions,
  };
  return ranges({ hint, reversed, ...forms }, field);
}

/** The range of a text: a number, or two with ".." in between, of which one may be left out. */
function readRange(text: string, read: Unit["read"]): Range | undefined {
  const [, from, dots, to] = /^([^.]*(?:\.[^.]+)?)(\.\.)?(.*)$/.exec(text) ?? [];
  if (dots === undefined) {
    const only = read(text);
    return only === undefined ? undefined : { from: only, to: only };
  }
  const ends = [from ?? "", to ?? ""].map((end) => (end === "" ? undefined : (read(end) ?? Number.NaN)));
  const [lowest, highest] = ends;
  if (ends.some(Number.isNaN) || (lowest === undefined && highest === undefined)) return undefined;
  return { ...(lowest !== undefined && { from: lowest }), ...(highest !== undefined && { to: highest }) };
}

function join({ from, to }: Range, write: (number: number) => string, between: string): string {
  if (from === to && from !== undefined) return write(from);
  return `${from === undefined ? "" : write(from)}${between}${to === undefined ? "" : write(to)}`;
}

/** The next number in a direction with as many digits as the facts of a unit have. */
function step(number: number, { places }: Unit, direction: 1 | -1): number {
  const scale = 10 ** places;
  // Of 75.1 with six digits, multiplying alone makes 75099999.99999999.
  const parts = Number((number * scale).toFixed(6));
  return ((direction === 1 ? Math.floor(parts) : Math.ceil(parts)) + direction) / scale;
}

/** Of two texts for the same end of a range, the one with the rounder number: ">90" instead of ">=90.1". */
function comparisonOf({ from, to }: Range, unit: Unit): readonly [sign: string, number: number] {
  const direction = from === undefined ? 1 : -1;
  const end = from ?? to ?? 0;
  const beside = step(end, unit, direction);
  const isRounder =
    beside >= 0 &&
    unit.write(beside).length + 1 < unit.write(end).length &&
    step(beside, unit, direction === 1 ? -1 : 1) === end;
  const sign = direction === 1 ? "<" : ">";
  return isRounder ? [sign, beside] : [`${sign}=`, end];
}

const inWords: Readonly<Record<string, string>> = { ">": "more than", ">=": "at least", "<": "less than" };

/** How ranges of numbers with a unit are written: "1GiB..4GiB", and "at least 90%" for people. */
const rangesOf = (unit: Unit) => ({
  read: (text: string) => readRange(text, unit.read),
  write: (range: Range) => join(range, unit.write, ".."),
  after: (number: number) => step(number, unit, 1),
  before: (number: number) => step(number, unit, -1),
  compare: (range: Range) => {
    const [sign, number] = comparisonOf(range, unit);
    return `${sign}${unit.write(number)}`;
  },
  show: (range: Range) => {
    if ((range.from === undefined) === (range.to === undefined)) return join(range, unit.show, " to ");
    if (unit.above !== undefined && range.from !== undefined && range.from > 0)
      return `${unit.above} ${unit.show(range.from - 1)}`;
    const [sign, number] = comparisonOf(range, unit);
    return `${inWords[sign] ?? unit.upTo ?? "up to"} ${unit.show(number)}`;
  },
});
