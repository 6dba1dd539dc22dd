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

interface NumberField {
  label: string;
  unit: Unit;
  fact: (facts: Facts) => Fact<number>;
  /** The word for numbers below zero, which no range contains. */
  below?: string;
  nothing?: string;
}

/** A field whose facts are numbers. */
export function numbers({ label, unit, fact, below, nothing }: NumberField): Field {
  const hint = `${unit.expected}${below === undefined ? "" : `, or ${below}`}`;
  const read = (text: string): Range | undefined => {
    const [, from, dots, to] = /^([^.]*(?:\.[^.]+)?)(\.\.)?(.*)$/.exec(text) ?? [];
    if (dots === undefined) {
      const only = unit.read(text);
      return only === undefined ? undefined : { from: only, to: only };
    }
    const ends = [from ?? "", to ?? ""].map((end) =>
      end === "" ? undefined : (unit.read(end) ?? Number.NaN),
    );
    const [lowest, highest] = ends;
    if (ends.some(Number.isNaN) || (lowest === undefined && highest === undefined)) return undefined;
    return { ...(lowest !== undefined && { from: lowest }), ...(highest !== undefined && { to: highest }) };
  };
  const inWords = ({ from, to }: Range, write: (number: number) => string, between: string) => {
    if (from === to && from !== undefined) return write(from);
    return `${from === undefined ? "" : write(from)}${between}${to === undefined ? "" : write(to)}`;
  };
  return {
    label,
    hint,
    read: (text) => {
      const asked = text.toLowerCase();
      if (asked === unknown || asked === none || asked === below) return { word: asked };
      const range = read(text);
      if (!range) return { fault: hint };
      if ((range.from ?? 0) > (range.to ?? Infinity))
        return { fault: "the first number of a range must not be larger than the second" };
      return range;
    },
    write: (value) => (isWord(value) ? value.word : inWords(value, unit.write, "..")),
    show: (value) => {
      if (isWord(value)) return shownWord(value.word, nothing);
      const { from, to } = value;
      if (to === undefined && from !== undefined) return `at least ${unit.show(from)}`;
      if (from === undefined && to !== undefined) return `${unit.upTo ?? "at most"} ${unit.show(to)}`;
      return inWords(value, unit.show, " to ");
    },
    fact,
    matches: (values) => {
      const match = matchNumbers(values, below);
      return (facts) => match(fact(facts));
    },
  };
}

interface VersionField {
  label: string;
  fact: (facts: Facts) => Fact<number>;
}

/** A field whose facts are versions, as `readVersion` returns them. */
export function versions({ label, fact }: VersionField): Field {
  const hint = "must be a version such as 7.2, or a range such as ..7.2 or 6..7.2";
  return {
    label,
    hint,
    read: (text) => {
      const asked = text.toLowerCase();
      if (asked === unknown || asked === none) return { word: asked };
      const range = readVersions(text);
      if (!range) return { fault: hint };
      if ((range.from ?? 0) > (range.to ?? Infinity))
        return { fault: "the first version of a range must be lower than the second" };
      return range;
    },
    write: (value) => (isWord(value) ? value.word : writeVersions(value)),
    show: (value) => (isWord(value) ? value.word : showVersions(value)),
    fact,
    matches: (values) => {
      const match = matchNumbers(values);
      return (facts) => match(fact(facts));
    },
  };
}
