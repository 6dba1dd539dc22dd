import type { NewestFigures } from "../deployment/deployment.ts";
import type { Facts } from "./facts.ts";
import { matchNumbers, matchWords } from "./match.ts";
import type { Unit } from "./units.ts";
import { type Fact, isWord, none, type Range, type Truth, unknown, type Value } from "./value.ts";
import { readVersions, showVersions, writeVersions } from "./version.ts";

/** Why a value makes no sense: the end of a sentence that begins with the field's name. */
export interface Fault {
  readonly fault: string;
}

/** A field of the filter: how its values are written, and what they match. */
export interface Field {
  /** What people call it. */
  label: string;
  /** What its values look like: the end of a sentence about the field. */
  hint: string;
  read: (text: string) => Value | Fault;
  /** The one text of a value. */
  write: (value: Value) => string;
  /** A value for people. */
  show: (value: Value) => string;
  /** The test whether the fact is one of the values. */
  matches: (values: readonly Value[]) => (facts: Facts) => Truth;
  /** What it asks about. */
  fact: (facts: Facts) => Fact<string | number | readonly string[]>;
  /** Whether it asks about the newest five-minute figures. Lists have them only where they are asked for. */
  isFigure?: true;
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
  fact: (facts: Facts) => Fact<string | readonly string[]>;
}

/** A field whose facts are words: one, or several. */
export function words({ label, words: known, upper = false, nothing, fact }: WordField): Field {
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
    show: (value) => (isWord(value) ? (known?.[value.word] ?? shownWord(value.word, nothing)) : ""),
    fact,
    matches: (values) => {
      const match = matchWords(values, ofCase);
      return (facts) => match(fact(facts));
    },
  };
}

/** How the ranges of a field are written. */
interface RangeForms {
  /** The range of a text; undefined for any other text. */
  read: (text: string) => Range | undefined;
  /** The one text of a range. */
  write: (range: Range) => string;
  /** A range for people. */
  show: (range: Range) => string;
  /** What is wrong with a range whose ends are in the other order. */
  reversed: string;
}

interface RangeField {
  label: string;
  fact: (facts: Facts) => Fact<number>;
  /** The word for numbers below zero, which no range contains. */
  below?: string | undefined;
  nothing?: string | undefined;
}

function ranges(forms: RangeForms & { hint: string }, { label, fact, below, nothing }: RangeField): Field {
  const { hint, reversed } = forms;
  return {
    label,
    hint,
    read: (text) => {
      const asked = text.toLowerCase();
      if (asked === unknown || asked === none || asked === below) return { word: asked };
      const range = forms.read(text);
      if (!range) return { fault: hint };
      return (range.from ?? 0) > (range.to ?? Infinity) ? { fault: reversed } : range;
    },
    write: (value) => (isWord(value) ? value.word : forms.write(value)),
    show: (value) => (isWord(value) ? shownWord(value.word, nothing) : forms.show(value)),
    fact,
    matches: (values) => {
      const match = matchNumbers(values, below);
      return (facts) => match(fact(facts));
    },
  };
}

/** A field whose facts are numbers. */
export function numbers({ unit, ...field }: RangeField & { unit: Unit }): Field {
  const hint = `${unit.expected}${field.below === undefined ? "" : `, or ${field.below}`}`;
  const reversed = "the first number of a range must not be larger than the second";
  return ranges({ hint, reversed, ...rangesOf(unit) }, field);
}

interface FigureField extends Omit<RangeField, "fact"> {
  unit: Unit;
  /** Null where there is none. */
  of: (figures: NewestFigures) => Fact<number>;
}

/** A field of the newest five-minute figures. Whatever has figures has its fact. */
export function newest({ of, ...field }: FigureField) {
  const fact = ({ figures }: Pick<Facts, "figures">): Fact<number> => figures && of(figures);
  return {
    ...numbers({ ...field, fact }),
    fact,
    isFigure: true,
  } as const satisfies Field;
}

/** A field whose facts are versions, as `readVersion` returns them. */
export function versions(field: RangeField): Field {
  const hint = "must be a version such as 7.2, or a range such as ..7.2 or 6..7.2";
  const reversed = "the first version of a range must be lower than the second";
  return ranges({ hint, reversed, read: readVersions, write: writeVersions, show: showVersions }, field);
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

/** How ranges of numbers with a unit are written: "1GiB..4GiB", and "at least 90 %" for people. */
const rangesOf = (unit: Unit) => ({
  read: (text: string) => readRange(text, unit.read),
  write: (range: Range) => join(range, unit.write, ".."),
  show: (range: Range) => {
    const { from, to } = range;
    if (to === undefined && from !== undefined)
      return unit.above !== undefined && from > 0
        ? `${unit.above} ${unit.show(from - 1)}`
        : `at least ${unit.show(from)}`;
    if (from === undefined && to !== undefined) return `${unit.upTo ?? "up to"} ${unit.show(to)}`;
    return join(range, unit.show, " to ");
  },
});
