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

const matches = (row: Record<string, Value>, wanted: Record<string, Value>): boolean =>
  Object.entries(wanted).every(([column, value]) => column in row && row[column] === value);

/** The cell of the first row that matches, for the next call; "" where there is none. */
export function cell(answer: unknown, where: Record<string, Value>, column: string, path?: string): string {
  const value = rowsOf(answer, path).find((row) => matches(row, where))?.[column];
  return typeof value === "string" ? value : "";
}

const shown = (some: unknown): string => JSON.stringify(some);
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
export const row = (call: number, cells: Record<string, Value>, path?: string): GoldFact => ({
  call,
  says: `a row has ${shown(cells)}`,
  holds: (answer) => rowsOf(answer, path).some((one) => matches(one, cells)),
});

export const value = (call: number, path: string, expected: unknown): GoldFact => ({
  call,
  says: `${path} is ${shown(expected)}`,
  holds: (answer) => shown(at(answer, path)) === shown(expected),
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
