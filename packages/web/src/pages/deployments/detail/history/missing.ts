import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { History } from "@shardwatch/core/contract/history/history";
import { minute, second } from "@shardwatch/core/kit/time";
import { isQuiet } from "../../../../ui/chart/colors.ts";
import type { ChartSeries, Span } from "../../../../ui/chart/types.ts";
import { newestPoint } from "../../../../ui/chart/words.ts";
import type { ChartPlan } from "./plans.ts";

/** The word for the newest steps, which a source may still report. */
const awaited = "awaited";

/** What is read once an hour has no new value for so long, in seconds. A reading may come late. */
const hourly = (75 * minute) / second;

/** How many seconds without a value are usual. Each step has one, except of what is read once an hour. */
export const usualGap = (
  { id }: Pick<ChartPlan, "id">,
  { detailedHistory = false }: Pick<Deployment, "detailedHistory">,
): number => (detailedHistory && id !== "memory" ? hourly : 0);

/** From when on, in Unix seconds, nothing is known yet: the newest steps may still be reported. */
function knownUntil({ from, step, status }: History): number {
  const steps = status.map(([, count]) => count);
  const last = status.at(-1);
  const all = steps.reduce((sum, count) => sum + count, 0);
  return Date.parse(from) / second + (all - (last?.[0] === awaited ? last[1] : 0)) * step;
}

/**
 * The times from the end of the last value to the end of a history, where reports came without one. Times without any
 * report are left out.
 * @param series the lines of one chart
 * @param silent the times without any report
 * @param usual so many seconds without a value are usual
 */
export function missingIn(
  history: History,
  series: readonly ChartSeries[],
  silent: readonly Span[],
  usual: number,
): Span[] {
  const { from, to, step } = history;
  const lines = series.filter(({ style }) => !isQuiet(style));
  const newest = newestPoint(lines);
  const begin = Date.parse(from) / second + (newest + 1) * step;
  if (newest < 0 || knownUntil(history) - begin <= usual) return [];
  const spans: Span[] = [];
  let at = begin;
  for (const span of [...silent, { from: Date.parse(to) / second, to: Number.POSITIVE_INFINITY }]) {
    if (span.from > at) spans.push({ from: at, to: span.from });
    at = Math.max(at, span.to);
  }
  return spans;
}
