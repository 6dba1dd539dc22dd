/* A question of an operator, the calls that answer it, and what has to be in the answers. */

export type Value = string | number | boolean | null;
export type Structured = Record<string, unknown>;

export interface Call {
  tool: string;
  input: Record<string, unknown>;
}

/** A step may use the answers of the calls before it, as an assistant would. */
export type Step = Call | ((answers: readonly Structured[]) => Call);

/** Something that has to be in an answer, in its place. */
export interface GoldFact {
  /** Which call answers it, from 0. */
  call: number;
  says: string;
  holds: (answer: Structured) => boolean;
}

export interface Question {
  asks: string;
  /** At most three; the first one is of the tool that has to be found. */
  plan: readonly Step[];
  gold: readonly GoldFact[];
}

interface Table {
  columns: readonly string[];
  rows: readonly (readonly Value[])[];
}

/** What is at a path such as "data.facts.version"; undefined where something is missing. */
export function at(answer: unknown, path: string): unknown {
  let found = answer;
  for (const part of path.split("."))
    found = typeof found === "object" && found !== null ? (found as Structured)[part] : undefined;
  return found;
}

/** The rows of a table as objects. A column that is missing is missing in each. */
export function rowsOf(answer: unknown, path = "data"): Record<string, Value>[] {
  const table = at(answer, path) as Partial<Table> | undefined;
  const { columns = [], rows = [] } = table ?? {};
  return rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place] ?? null])));
}

/** The ids of the deployments by their keys in the description. The stage knows them. */
export const ids = new Map<string, string>();

/** The id of a deployment, once the morning is played. */
export const idOf = (key: string) => (): string => ids.get(key) ?? "no such id";

/** What a cell or a path has to be. An id is not known before the morning is played. */
type Wanted = Value | (() => Value);

const resolved = (wanted: unknown): unknown =>
  typeof wanted === "function" ? (wanted as () => Value)() : wanted;

const matches = (row: Record<string, Value>, wanted: Record<string, Wanted>): boolean =>
  Object.entries(wanted).every(([name, one]) => name in row && row[name] === resolved(one));

/** The cell of the first row that matches, for the next call; "" where there is none. */
export function cell(answer: unknown, where: Record<string, Value>, column: string, path?: string): string {
  const value = rowsOf(answer, path).find((row) => matches(row, where))?.[column];
  return typeof value === "string" ? value : "";
}

const shown = (some: unknown): string =>
  JSON.stringify(some, (_, one: unknown) => (typeof one === "function" ? "an id" : one));
const sorted = (some: readonly unknown[]): string => shown(some.map(shown).toSorted());

/** The cells of a column, in any order. */
export const column = (call: number, name: string, values: readonly Value[], path?: string): GoldFact => ({
  call,
  says: `the column ${name} has ${shown(values)}`,
  holds: (answer) => sorted(rowsOf(answer, path).map((one) => one[name])) === sorted(values),
});

/** The cells of a column, in this order. */
export const ordered = (call: number, name: string, values: readonly Value[], path?: string): GoldFact => ({
  call,
  says: `the column ${name} has in this order ${shown(values)}`,
  holds: (answer) => shown(rowsOf(answer, path).map((one) => one[name])) === shown(values),
});

/** One row with these cells. */
export const row = (call: number, cells: Record<string, Wanted>, path?: string): GoldFact => ({
  call,
  says: `a row has ${shown(cells)}`,
  holds: (answer) => rowsOf(answer, path).some((one) => matches(one, cells)),
});

export const value = (call: number, path: string, expected: unknown): GoldFact => ({
  call,
  says: `${path} is ${shown(expected)}`,
  holds: (answer) => shown(at(answer, path)) === shown(resolved(expected)),
});

/** A text, or one text of a list, that matches. */
export const text = (call: number, path: string, pattern: RegExp): GoldFact => ({
  call,
  says: `${path} matches ${String(pattern)}`,
  holds: (answer) => [at(answer, path)].flat().some((one) => typeof one === "string" && pattern.test(one)),
});

/** A cell that matches, in the row with these cells. */
export const cellLike = (
  call: number,
  cells: Record<string, Value>,
  name: string,
  pattern: RegExp,
  path?: string,
): GoldFact => ({
  call,
  says: `${name} of the row ${shown(cells)} matches ${String(pattern)}`,
  holds: (answer) =>
    rowsOf(answer, path).some((one) => matches(one, cells) && pattern.test(String(one[name] ?? ""))),
});

/** Figures of five minutes are stored to 0.05%. */
const isNear = (found: unknown, expected: number): boolean =>
  Math.abs(Number(found) - expected) <= expected * 0.0005;

/** A number at a path, as precise as it is stored. */
export const near = (call: number, path: string, expected: number): GoldFact => ({
  call,
  says: `${path} is nearly ${expected}`,
  holds: (answer) => isNear(at(answer, path), expected),
});

/** The same in the row with these cells. */
export const cellNear = (
  call: number,
  cells: Record<string, Value>,
  name: string,
  expected: number,
): GoldFact => ({
  call,
  says: `${name} of the row ${shown(cells)} is nearly ${expected}`,
  holds: (answer) => rowsOf(answer).some((one) => matches(one, cells) && isNear(one[name], expected)),
});

/** A number that the summary names after a word. */
export const summed = (call: number, pattern: RegExp, expected: number): GoldFact => ({
  call,
  says: `the summary has nearly ${expected} at ${String(pattern)}`,
  holds: (answer) => isNear(pattern.exec(String(at(answer, "summary")))?.[1], expected),
});

/** Explains the incident with such a title in the answer before. */
export const titled =
  (pattern: RegExp) =>
  ([first]: readonly Structured[]): Call => {
    const found = rowsOf(first).find(({ title }) => pattern.test(String(title)));
    return { tool: "explain_incident", input: { id: found?.["id"] } };
  };
