import { day } from "@shardwatch/core/kit/time";
import type { Answer, Input } from "./types.ts";

/*
 * A placeholder, to be replaced by the product's own method. It is Theil–Sen over the last 30 daily peaks, and does not
 * test whether there is growth at all.
 */

const window = 30;

export function answer({ id, limit, now, days }: Input): Answer {
  const peaks = days.slice(-window).flatMap(([, used], index) => (used === null ? [] : [{ index, used }]));
  const nothing = { id, likely: null, earliest: null, latest: null };
  const newest = peaks.at(-1);
  if (!limit || !newest) return { ...nothing, say: "none" };
  if (newest.used >= 0.98 * limit) return { ...nothing, say: "full" };
  if (peaks.length < 5) return { ...nothing, say: "early" };
  const slopes = peaks.flatMap((left, at) =>
    peaks.slice(at + 1).map((right) => (right.used - left.used) / (right.index - left.index)),
  );
  const slope = quantile(slopes, 0.5);
  if (slope <= 0) return { ...nothing, say: "none" };
  const levels = peaks.map(({ index, used }) => used - slope * (index - window + 1));
  const dateBy = (level: number) => {
    const left = Math.max(0, (limit - level) / slope);
    return new Date(Date.parse(now) + Math.round(Math.min(left, 3_650) * day)).toISOString();
  };
  if ((limit - quantile(levels, 0.5)) / slope > 120) return { ...nothing, say: "far" };
  return {
    id,
    say: "date",
    likely: dateBy(quantile(levels, 0.5)),
    earliest: dateBy(quantile(levels, 0.9)),
    latest: dateBy(quantile(levels, 0.1)),
  };
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
};
