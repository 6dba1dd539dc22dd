import { type Cell, writeCell } from "./cell.ts";

/** The columns of a CSV file by name, in their order. Spreadsheets and scripts use the names, so they never change. */
export type CsvColumns<Row, Name extends string = string> = Readonly<Record<Name, (row: Row) => Cell>>;

/** With it, Excel reads a file as UTF-8. Other programs can take it as a part of the first name. */
export const byteOrderMark = "\ufeff";

/** The media type of a file, or of a part of one. */
export const csvType = (header: boolean) =>
  `text/csv; charset=utf-8; header=${header ? "present" : "absent"}` as const;

const line = (cells: readonly Cell[]) => `${cells.map(writeCell).join(",")}\r\n`;

/** The first line of a file: the names of the columns. */
export const csvHeader = (columns: Readonly<Record<string, unknown>>): string => line(Object.keys(columns));

/** A writer of the lines of a file, as RFC 4180 describes them. */
export function csvWriter<Row>(columns: CsvColumns<Row>): (row: Row) => string {
  const cells = Object.values(columns);
  return (row) => line(cells.map((cellOf) => cellOf(row)));
}

/** "deployments-2026-11-22.csv" */
export const csvFileName = (noun: string, now: number) =>
  `${noun}-${new Date(now).toISOString().slice(0, 10)}.csv`;
