import {
  byteOrderMark,
  csvFileName,
  csvHeader,
  csvType,
  csvWriter,
} from "@shardwatch/core/contract/csv/table";
import { saveFile } from "../../lib/browser/save-file.ts";
import { isMeasured } from "./colors.ts";
import type { ChartContent } from "./options.ts";
import type { Span } from "./types.ts";

/** A chart as it is shown. */
export interface ShownChart {
  title: string;
  content: Pick<ChartContent, "times" | "series" | "range" | "unit" | "basis">;
}

const columnsOf = ({ title, content: { series, unit, basis } }: ShownChart) => [
  ...series.filter(isMeasured).map(({ label, values }) => {
    const inUnit = unit.valueName === undefined ? "" : ` (${unit.valueName})`;
    return { name: `${title}: ${label}${inUnit}`, values };
  }),
  ...(basis ? [{ name: `${title}: ${basis.label}`, values: basis.values }] : []),
];

/**
 * All charts as one table: a line for each step, with the begin of the step in ISO 8601. The values are exact, in the
 * unit of the column's name, and a gap is an empty cell.
 *
 * @param spans the times of each status, for a column of its own; undefined leaves it out
 */
export function chartsCsv(
  charts: readonly ShownChart[],
  spans?: readonly (Span & { status: string })[],
): string {
  const [first] = charts;
  const { times = [], range } = first?.content ?? {};
  const columns = {
    time: (point: number) => new Date((times[point] ?? 0) * 1_000).toISOString(),
    ...(spans && {
      status: (point: number) => {
        const time = times[point] ?? 0;
        return spans.find(({ from, to }) => from <= time && time < to)?.status;
      },
    }),
    ...Object.fromEntries(
      charts
        .flatMap(columnsOf)
        .map(({ name, values }) => [name, (point: number) => values[point] ?? undefined]),
    ),
  };
  const write = csvWriter(columns);
  const lines = times.flatMap((time, point) =>
    range && time >= range.from && time < range.to ? [write(point)] : [],
  );
  return `${csvHeader(columns)}${lines.join("")}`;
}

/** Saves what is shown as a file and returns its name. @param name of what the charts are about */
export function saveCharts(name: string, csv: string, now: number): string {
  const file = csvFileName(`history-${name.replaceAll(/[^\w-]+/g, "_").slice(0, 60)}`, now);
  saveFile(file, csvType(true), `${byteOrderMark}${csv}`);
  return file;
}
