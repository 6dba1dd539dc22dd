import type { Structured } from "./question.ts";

/* The fields of an answer: what can be taken out of it. */

interface Table {
  columns: string[];
  rows: unknown[][];
}

const inTable: ReadonlySet<string> = new Set(["columns", "rows"]);

const isRecord = (value: unknown): value is Structured =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTable = (value: unknown): value is Table =>
  isRecord(value) && Array.isArray(value["columns"]) && Array.isArray(value["rows"]);

/** The paths of all fields. A column of a table is one of them. */
export function fieldsOf(answer: unknown, path: readonly string[] = []): string[] {
  if (!isRecord(answer)) return [path.join(".")];
  const columns = isTable(answer) ? answer.columns : [];
  const rest = Object.entries(answer).filter(([name]) => !isTable(answer) || !inTable.has(name));
  return [
    ...columns.map((column) => [...path, `[${column}]`].join(".")),
    ...rest.flatMap(([name, inside]) => fieldsOf(inside, [...path, name])),
  ];
}

/** The answer without a field. */
export function without(answer: Structured, field: string): Structured {
  const copy = structuredClone(answer);
  const parts = field.split(".");
  const last = parts.pop() ?? "";
  let place: unknown = copy;
  for (const part of parts) place = isRecord(place) ? place[part] : undefined;
  if (!isRecord(place)) return copy;
  const column = /^\[(.*)\]$/.exec(last)?.[1];
  if (column === undefined) delete place[last];
  else if (isTable(place)) {
    const index = place.columns.indexOf(column);
    if (index < 0) return copy;
    place.columns.splice(index, 1);
    for (const row of place.rows) row.splice(index, 1);
  }
  return copy;
}
