import { figures } from "@shardwatch/core/contract/catalogue/figures";
import type { History, HistorySeries } from "@shardwatch/core/contract/history/history";
import type { IncidentChart } from "@shardwatch/core/contract/incident/incident";
import { momentText, type Zone } from "../../../lib/time/zone.ts";
import type { ChartContent } from "../../../ui/chart/options.ts";
import { silent, statusSpans } from "../../../ui/chart/status.ts";
import type { ChartSeries, ChartUnit, Span } from "../../../ui/chart/types.ts";
import { bytes, counts, percents, rates } from "../../../ui/chart/units.ts";
import { chartWords } from "../../../ui/chart/words.ts";

const secondsText = (value: number) => `${Math.round(value)} s`;
const units: Readonly<Record<HistorySeries["unit"], ChartUnit>> = {
  bytes,
  percent: percents,
  perSecond: rates,
  count: counts,
  seconds: { text: secondsText, axisText: secondsText, valueName: "seconds" },
  ratio: { text: (value) => value.toFixed(2), axisText: String },
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const seconds = (date: string) => Date.parse(date) / 1_000;

/** The times of a history's steps, in Unix seconds. */
const timesOf = ({ from, to, step }: History): number[] =>
  Array.from(
    { length: Math.round((seconds(to) - seconds(from)) / step) },
    (_, index) => seconds(from) + index * step,
  );

/** The time of a history in Unix seconds. An onset after its last whole step is in it, too. */
export const rangeOf = ({ from, to, step }: History, onset: number): Span => ({
  from: seconds(from),
  to: Math.max(seconds(to), onset / 1_000 + step),
});

/** A threshold as a line over the whole chart. */
const thresholdLine = (
  { severity, value }: IncidentChart["thresholds"][number],
  times: readonly number[],
  { axisText }: ChartUnit,
): ChartSeries => ({
  id: severity,
  label: `${capital(severity)} from ${axisText(value)}`,
  values: times.map(() => value),
  style: severity === "critical" ? "critical" : "warning",
});

/** What the chart of an incident draws, and what it says to those who can't see it. */
export interface Drawn {
  title: string;
  content: ChartContent;
  label: string;
  /** Why there is no value; undefined where there is one. */
  reason: string | undefined;
}

/**
 * The metric of an incident with its thresholds, and a mark where it began.
 * @param name what the values are of
 * @param onset Unix epoch in milliseconds
 */
export function drawnOf(
  { metric, thresholds }: IncidentChart & { metric: NonNullable<IncidentChart["metric"]> },
  history: History,
  { name, onset, zone }: { name: string; onset: number; zone: Zone },
): Drawn {
  const title = capital(figures[metric].name);
  const found = history.series.find((series) => series.metric === metric);
  const unit = units[figures[metric].unit];
  const times = timesOf(history);
  const series: ChartSeries[] = found ? [{ id: metric, label: title, values: found.values, style: 0 }] : [];
  const lines = thresholds.map((threshold) => thresholdLine(threshold, times, unit));
  const began = momentText(onset, zone);
  const range = `from ${momentText(Date.parse(history.from), zone)} to ${momentText(Date.parse(history.to), zone)}`;
  const words = chartWords({ about: title, name, range, series, unit, isNew: false, isUnlimited: false });
  return {
    title,
    content: {
      times,
      series: [...series, ...lines],
      range: rangeOf(history, onset),
      unit,
      silent: statusSpans(history).filter(({ status }) => status === silent),
      marks: [{ at: onset / 1_000, text: "the incident began" }],
      zone,
    },
    label: [words, ...lines.map((line) => line.label.toLowerCase()), `the incident began ${began}`].join(
      "; ",
    ),
    reason: found?.values.some((value) => value !== null)
      ? undefined
      : (history.unknown.find((one) => one.metric === metric)?.reason ??
        "No values were stored in this time."),
  };
}
