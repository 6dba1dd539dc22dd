import type { FleetHistory } from "@shardwatch/core/contract/history/fleet-history";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { formatCount } from "../../lib/words/count.ts";
import { type Trend, type Trends, trendSize } from "./trend.ts";

const hours = 24;
const { width, height } = trendSize;

type Values = readonly (number | null)[];

/** The sums of several series; null where one of them is not known. */
const sumOf = (all: readonly Values[]): Values =>
  all[0]?.map((_, point) =>
    all.reduce<number | null>((sum, values) => {
      const value = values[point] ?? null;
      return sum === null || value === null ? null : sum + value;
    }, 0),
  ) ?? [];

/** Less than this part of the largest value is drawn as a small difference, not as a large one. */
const leastSpan = 0.1;

function pathOf(values: Values): string {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const span = Math.max(high - low, high * leastSpan) || 1;
  const bottom = (low + high - span) / 2;
  let pen = "M";
  return values
    .map((value, hour) => {
      if (value === null) {
        pen = "M";
        return "";
      }
      const y = 1 + (1 - (value - bottom) / span) * (height - 2);
      const place = `${pen}${(hour / hours) * width} ${Math.round(y * 10) / 10}`;
      pen = "L";
      return place;
    })
    .join("");
}

const signed = (value: number, text: string) => (value === 0 ? "±0" : `${value > 0 ? "+" : "−"}${text}`);

const asCount = (now: number, before: number) => signed(now - before, formatCount(Math.abs(now - before)));

/** One decimal of a percentage; undefined where there was nothing. */
function asPart(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round((now / before - 1) * 1_000) / 10;
  return signed(percent, formatPercent(Math.abs(percent)));
}

/** The trend up to the newest value; undefined where it or the one a day before is not known. */
function trendOf(
  values: Values,
  textOf: (now: number, before: number) => string | undefined,
): Trend | undefined {
  const newest = values.findLastIndex((value) => value !== null);
  const [now = null, before = null] = [values[newest], values[newest - hours]];
  const text = now === null || before === null ? undefined : textOf(now, before);
  return text === undefined ? undefined : { text, path: pathOf(values.slice(newest - hours, newest + 1)) };
}

/** How the figures of a fleet changed in 24 hours, as far as its hourly totals know. */
export function trendsOf({
  step,
  statuses,
  series,
}: Pick<FleetHistory, "step" | "statuses" | "series">): Trends {
  if (step !== 3_600) return {};
  const of = (...metrics: string[]) =>
    sumOf(series.filter(({ metric }) => metrics.includes(metric)).map(({ values }) => values));
  const trends = {
    Deployments: trendOf(sumOf(statuses.map(({ values }) => values)), asCount),
    "Memory used": trendOf(of("memoryUsed"), asPart),
    "Licensed shards": trendOf(of("ramShards", "flashShards"), asCount),
  };
  return Object.fromEntries(Object.entries(trends).filter(([, trend]) => trend !== undefined));
}
