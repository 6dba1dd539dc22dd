import {
  byteOrderMark,
  csvFileName,
  csvHeader,
  csvType,
  csvWriter,
} from "@shardwatch/core/contract/csv/table";
import { saveFile } from "../../../../lib/save-file.ts";
import type { ChartContent } from "../../../../ui/chart-options.ts";
import type { ChartPlan } from "./plans.ts";
import type { StatusSpan } from "./status.ts";

/** A chart as it is shown. */
export interface ShownChart {
  plan: Pick<ChartPlan, "title">;
  content: Pick<ChartContent, "times" | "series" | "range">;
}

/**
 * All charts as one table: a line for each step, with the begin of the step in ISO 8601. The values are
 * exact, bytes and counts a second, and a gap is an empty cell.
 */
export function historyCsv(charts: readonly ShownChart[], spans: readonly StatusSpan[]): string {
  const [first] = charts;
  const { times = [], range } = first?.content ?? {};
  const series = charts.flatMap(({ plan, content }) =>
    content.series.map(({ label, values }) => ({ name: `${plan.title}: ${label}`, values })),
  );
  const columns = {
    time: (point: number) => new Date((times[point] ?? 0) * 1_000).toISOString(),
    status: (point: number) => {
      const time = times[point] ?? 0;
      return spans.find(({ from, to }) => from <= time && time < to)?.status;
    },
    ...Object.fromEntries(
      series.map(({ name, values }) => [name, (point: number) => values[point] ?? undefined]),
    ),
  };
  const write = csvWriter(columns);
  const lines = times.flatMap((time, point) =>
    range && time >= range.from && time < range.to ? [write(point)] : [],
  );
  return `${csvHeader(columns)}${lines.join("")}`;
}

/** Saves what is shown as a file and returns its name. */
export function saveHistory(
  name: string,
  charts: readonly ShownChart[],
  spans: readonly StatusSpan[],
  now: number,
): string {
  const file = csvFileName(`history-${name.replaceAll(/[^\w-]+/g, "_").slice(0, 60)}`, now);
  saveFile(file, csvType(true), `${byteOrderMark}${historyCsv(charts, spans)}`);
  return file;
}
