import { cleanText } from "@shardwatch/core/kit/foreign-text";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { relativeTime } from "@shardwatch/core/kit/time";
import type { Unit } from "@shardwatch/core/contract/catalogue/figures";
import type { Cell } from "@shardwatch/core/contract/csv/cell";
import type { CsvColumns } from "@shardwatch/core/contract/csv/table";

/** How urgent a cell is. Its word says it as well. */
export type Tone = "critical" | "warning";

/** A column of a table. The same cell goes into a CSV file. */
export interface Column<Row> {
  /** Of the CSV file, and for `--columns`. */
  name: string;
  /** What is above it in a table; the name without it. */
  header?: string;
  unit?: Unit | undefined;
  /** A value, null where there is none, undefined where it is not known. */
  cell: (row: Row) => Cell;
  tone?: (row: Row) => Tone | undefined;
}

export const headerOf = ({ header, name }: Pick<Column<never>, "header" | "name">): string =>
  cleanText(header ?? name).toUpperCase();

/** For whom a cell is written. */
export interface Reader {
  /** Ages instead of times, and a sign where something is not known. */
  isPerson: boolean;
  now: number;
}

const plain = (number: number | bigint): string => {
  const rounded = typeof number === "bigint" ? number : Math.round(number * 100) / 100;
  return String(rounded).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",");
};

const byUnit: Partial<Record<Unit, (value: number | bigint) => string>> = {
  bytes: (value) => formatBytes(String(value)),
  percent: (value) => formatPercent(Number(value)),
};

/** A server that lies may answer anything where a text is expected, such as a list of texts. */
const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** A cell as a table has it. The text of other people and machines can't steer a terminal. */
export function textOf<Row>({ cell, unit }: Column<Row>, row: Row, { isPerson, now }: Reader): string {
  const value = cell(row);
  if (value === undefined) return isPerson ? "—" : "";
  if (value === null) return "none";
  const write = (unit && byUnit[unit]) ?? (isPerson ? plain : String);
  if (typeof value !== "string") return isNumeric(value) ? write(value) : cleanText(JSON.stringify(value));
  if (unit === "time" && isPerson) return relativeTime(value, now) ?? cleanText(value);
  return cleanText(value);
}

export const isNumber = ({ unit }: Pick<Column<never>, "unit">): boolean =>
  unit !== undefined && unit !== "time";

/** Whether a part of it would say something else, or nothing: figures, times, ids, and how urgent it is. */
export const isWhole = ({ name, unit, tone }: Pick<Column<never>, "name" | "unit" | "tone">): boolean =>
  unit !== undefined || tone !== undefined || /id$/i.test(name);

/** The columns as a CSV file has them. */
export const csvColumns = <Row>(columns: readonly Column<Row>[]): CsvColumns<Row> =>
  Object.fromEntries(
    columns.map(({ name, cell }) => [
      cleanText(name),
      (row: Row) => {
        const value = cell(row);
        return value === null || value === undefined || isNumeric(value)
          ? value
          : cleanText(typeof value === "string" ? value : JSON.stringify(value));
      },
    ]),
  );
