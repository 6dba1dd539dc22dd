import { type FieldName, fieldNames, fields, isField } from "./fields.ts";
import { isWord, type Range } from "./value.ts";

/*
 * The line is how people write a filter: "orders util>90 version<7.2 tls:no". Words search the names. It is turned into
 * the parameters of an address, so that a value means the same in both.
 */

/** A part of a line: a field with its values, or a word. Text in quotes is one part. */
export interface LinePart {
  readonly text: string;
  /** Where it begins in the line, and where it ends. */
  readonly start: number;
  readonly end: number;
}

const quoted = /"(?:[^"\\]|\\.)*(?:"|$)/.source;
const parts = new RegExp(`(?:-?[a-z]\\w*(?:[<>]=?|[:=]))?${quoted}|\\S+`, "gis");
const term = /^(-?)([a-z]\w*)([<>]=?|[:=])(.*)$/is;

/** Whether a text is the query of an address. A line has a space or another sign before its first "=". */
export const isQuery = (text: string): boolean => /^\??\w+=\S*$|^\?/.test(text);

const inLowerCase = new Map(fieldNames.map((name) => [name.toLowerCase(), name]));

/** The field of a name, in any case. Undefined for another name. */
const fieldNamed = (name: string): FieldName | undefined => inLowerCase.get(name.toLowerCase());

/** Whether two parts are one: "util > 90" has spaces around its sign. */
const belong = (before: string, next: string): boolean =>
  /^-?\w+[<>]=?$/.test(before) || (fieldNamed(before.replace("-", "")) !== undefined && /^[<>]/.test(next));

/** The parts of a line in their order. */
export function partsOfLine(line: string): LinePart[] {
  const found: LinePart[] = [];
  for (const { 0: text, index } of line.matchAll(parts)) {
    const last = found.at(-1);
    const end = index + text.length;
    if (last && belong(last.text, text))
      found[found.length - 1] = { text: `${last.text}${text}`, start: last.start, end };
    else found.push({ text, start: index, end });
  }
  return found;
}

/** A field with its values, as a line has them. */
export interface LineTerm {
  isExcluded: boolean;
  /** As the field has it. What is no field is in lower case. */
  name: string;
  sign: string;
  /** What comes after the sign. */
  rest: string;
}

/** The field of a part; undefined for a word. */
export function termOf(part: string): LineTerm | undefined {
  const [, minus, name, sign, rest = ""] = term.exec(part) ?? [];
  if (name === undefined || sign === undefined) return undefined;
  return { isExcluded: minus === "-", name: fieldNamed(name) ?? name.toLowerCase(), sign, rest };
}

const withoutQuotes = (text: string): string =>
  text.startsWith('"') ? text.replace(/^"|(?<!\\)"$/g, "").replace(/\\(.)/gs, "$1") : text;

/** The values of a term as an address has them: each with its minus, and with a sign that compares. */
function valuesIn({ isExcluded, sign, rest }: LineTerm): string[] {
  const compared = /[<>]/.test(sign) ? `${sign}${rest}` : withoutQuotes(rest);
  return compared.split(",").map((value) => `${isExcluded ? "-" : ""}${value}`);
}

/** The range of a comparison alone, such as "util>80"; undefined for other terms. */
function limitOf({ isExcluded, name, sign, rest }: LineTerm): Range | undefined {
  if (isExcluded || !isField(name) || !/[<>]/.test(sign) || rest.includes(",")) return undefined;
  const value = fields[name].read(`${sign}${rest}`);
  return "fault" in value || isWord(value) ? undefined : value;
}

/** The numbers that are in both ranges. */
function within(one: Range, other: Range): Range {
  const from = Math.max(one.from ?? -Infinity, other.from ?? -Infinity);
  const to = Math.min(one.to ?? Infinity, other.to ?? Infinity);
  return { ...(from !== -Infinity && { from }), ...(to !== Infinity && { to }) };
}

/** What is searched for: words beside each other as they are, others with one space. */
function searchIn(line: string, words: readonly (LinePart & { word: string })[]): string {
  return words.reduce((search, { word, start }, place) => {
    const between = line.slice(words[place - 1]?.end ?? start, start);
    return `${search}${between.trim() === "" ? between : " "}${word}`;
  }, "");
}

/**
 * The parameters of a line, as an address has them. Fields of one name are joined, so that there are no more of them than in
 * the address. Two comparisons of a field are a range: "util>80 util<90".
 */
export function pairsOfLine(line: string): [name: string, value: string][] {
  const words: (LinePart & { word: string })[] = [];
  const values = new Map<string, string[]>();
  const limits = new Map<FieldName, Range>();
  for (const part of partsOfLine(line)) {
    const found = termOf(part.text);
    const limit = found && limitOf(found);
    if (!found || found.name === "search")
      words.push({ ...part, word: withoutQuotes(found ? found.rest : part.text) });
    else if (limit && isField(found.name))
      limits.set(found.name, within(limits.get(found.name) ?? {}, limit));
    else values.set(found.name, [...(values.get(found.name) ?? []), ...valuesIn(found)]);
  }
  for (const [name, range] of limits)
    values.set(name, [...(values.get(name) ?? []), fields[name].write(range)]);
  const given = [...values].map(([name, texts]): [string, string] => [name, texts.join(",")]);
  const search = searchIn(line, words);
  return search === "" ? given : [["search", search], ...given];
}

/** A text to search for in a line: in quotes where it would be read as something else. */
export function writeWords(search: string): string {
  const [[name, value] = [], ...others] = pairsOfLine(search);
  const isBare = name === "search" && value === search && others.length === 0 && !isQuery(search);
  return isBare ? search : `"${search.replace(/[\\"]/g, "\\$&")}"`;
}
