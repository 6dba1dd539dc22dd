import { type FieldName, fieldNames, fields, isField } from "@shardwatch/core/contract/filter/fields";
import { writeTerm } from "@shardwatch/core/contract/filter/format";
import { type LinePart, type LineTerm, partsOfLine, termOf } from "@shardwatch/core/contract/filter/line";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import type { NameOf } from "@shardwatch/core/contract/filter/words";
import type { Choice } from "../choices.ts";

/** A part of the line that a person can choose instead of typing it. */
export interface Suggestion {
  text: string;
  label: string;
  /** How many rows have it; undefined where that is not known, and for a field. */
  count?: number | undefined;
  /** Whether values follow. */
  isField: boolean;
}

export interface Suggestions {
  /** The place in the line that a suggestion replaces. */
  start: number;
  end: number;
  all: readonly Suggestion[];
}

interface Place {
  line: string;
  caret: number;
}

interface Context {
  /** The fields that are suggested. */
  names: readonly FieldName[];
  /** The values of the field at the caret. */
  choices: readonly Choice[];
  nameOf: NameOf;
}

/** The part of the line with the caret; an empty one between parts. */
function partAt({ line, caret }: Place): LinePart {
  const found = partsOfLine(line).find(({ start, end }) => start < caret && caret <= end);
  return found ?? { text: "", start: caret, end: caret };
}

/** The field whose values are typed; undefined elsewhere. */
export function fieldAt(place: Place): FieldName | undefined {
  const name = termOf(partAt(place).text)?.name ?? "";
  return isField(name) ? name : undefined;
}

/** What can be typed at the caret: fields, the values of one, or the field that was meant. */
export function suggest(place: Place, context: Context): Suggestions {
  const part = partAt(place);
  const typed = part.text.slice(0, place.caret - part.start);
  const term = termOf(part.text);
  const all = !term
    ? fieldsFor(typed, context)
    : isField(term.name)
      ? valuesFor(term, term.name, context)
      : meant(term);
  return { start: part.start, end: part.end, all };
}

const startsWord = (text: string, typed: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(typed));

/** Fields that begin with what is typed, by their name or by what people call them. */
function fieldsFor(typed: string, { names }: Context): Suggestion[] {
  const [, minus = "", word = ""] = /^(-?)(.*)$/s.exec(typed.toLowerCase()) ?? [];
  const byName = names.filter((name) => name.startsWith(word));
  const byLabel = names.filter((name) => !byName.includes(name) && startsWord(fields[name].label, word));
  return [...byName, ...byLabel].map((name) => ({
    text: `${minus}${name}:`,
    label: fields[name].label,
    isField: true,
  }));
}

function meant({ isExcluded, name, sign, rest }: LineTerm): Suggestion[] {
  const field = nearest(name, fieldNames);
  if (field === undefined) return [];
  const text = `${isExcluded ? "-" : ""}${field}${sign}${rest}`;
  return [{ text, label: `Did you mean ${field}?`, isField: false }];
}

/** Values of a field that begin with what is typed after the last comma. */
function valuesFor({ isExcluded, sign, rest }: LineTerm, name: FieldName, context: Context): Suggestion[] {
  const { choices, nameOf } = context;
  const before = rest.split(",");
  const typed = (before.pop() ?? "").toLowerCase();
  const labelOf = ({ text, label }: Choice) => nameOf(name, text) ?? label;
  const isMeant = (choice: Choice) => {
    const compared = fields[name].compare(choice.value);
    if (/[<>]/.test(sign) && before.length === 0)
      return compared?.startsWith(sign.charAt(0)) && compared.replace(/^[<>]=?/, "").startsWith(typed);
    const texts = [choice.text, compared ?? ""].map((text) => text.toLowerCase());
    return texts.some((text) => text.startsWith(typed)) || startsWord(labelOf(choice), typed);
  };
  return choices
    .filter((choice) => !before.includes(choice.text) && isMeant(choice))
    .map((choice) => {
      const alone = writeTerm(name, [choice.value]);
      const text = before.length === 0 ? alone : `${name}${sign}${[...before, choice.text].join(",")}`;
      const { count } = choice;
      return { text: `${isExcluded ? "-" : ""}${text}`, label: labelOf(choice), count, isField: false };
    });
}
