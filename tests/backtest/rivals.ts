import { day } from "@shardwatch/core/kit/time";
import type { Answer, Input, Method } from "./types.ts";

/*
 * Two usual methods with textbook settings and without any test whether there is growth, for comparison. Both give an
 * interval for 80 %.
 */

/** The quantile of the standard normal distribution that leaves a tenth. */
const tenth = 1.2816;
/** A line that reaches the limit later than this is not a date to anybody. */
const farthest = 365;

/** @param daysTo when the limit is reached, by the middle and by both ends of the interval; Infinity for never */
function dated({ id, now }: Input, daysTo: { likely: number; earliest: number; latest: number }): Answer {
  const nothing = { id, likely: null, earliest: null, latest: null };
  if (!(daysTo.likely < Infinity)) return { ...nothing, say: "none" };
  if (daysTo.likely > farthest) return { ...nothing, say: "far" };
  const at = (days: number) =>
    days < 100 * farthest ? new Date(Date.parse(now) + Math.max(0, days) * day).toISOString() : null;
  const [likely, earliest, latest] = [daysTo.likely, daysTo.earliest, daysTo.latest].map(at);
  return { id, say: "date", likely: likely ?? null, earliest: earliest ?? null, latest: latest ?? null };
}

const isAtLimit = ({ limit, days }: Input): boolean =>
  (days.findLast(([, used]) => used !== null)?.[1] ?? 0) >= 0.98 * (limit ?? Infinity);

const answered = (input: Input, say: Answer["say"]): Answer => ({
  id: input.id,
  say,
  likely: null,
  earliest: null,
  latest: null,
});

/** Least squares over the last six hours, as a dashboard's rolling window has it. */
export const leastSquares: Method = (input) => {
  const { limit, hours } = input;
  if (!limit) return answered(input, "none");
  if (isAtLimit(input)) return answered(input, "full");
  const points = hours
    .slice(-6)
    .flatMap((used, index) => (used === null ? [] : [[index - 6, used] as const]));
  const count = points.length;
  if (count < 3) return answered(input, "early");
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / count;
  const [middle, level] = [meanOf(points.map(([at]) => at)), meanOf(points.map(([, used]) => used))];
  const spread = points.reduce((sum, [at]) => sum + (at - middle) ** 2, 0);
  const slope = points.reduce((sum, [at, used]) => sum + (at - middle) * (used - level), 0) / spread;
  if (slope <= 0) return answered(input, "none");
  const residuals = points.map(([at, used]) => used - level - slope * (at - middle));
  const deviation = Math.sqrt(residuals.reduce((sum, one) => sum + one ** 2, 0) / (count - 2));
  const [uncertain, present] = [(tenth * deviation) / Math.sqrt(spread), level - slope * middle];
  const daysBy = (pace: number) => (pace > 0 ? (limit - present) / pace / 24 : Infinity);
  const likely = daysBy(slope);
  return dated(input, { likely, earliest: daysBy(slope + uncertain), latest: daysBy(slope - uncertain) });
};

/** How much of the newest peak goes into the level, and how much of its change into the trend. */
const [ofLevel, ofTrend] = [0.4, 0.2];

/** Double exponential smoothing of the daily peaks (Holt). */
export const holt: Method = (input) => {
  const { limit, days } = input;
  if (!limit) return answered(input, "none");
  if (isAtLimit(input)) return answered(input, "full");
  const peaks = days.map(([, used]) => used);
  const first = peaks.findIndex((used) => used !== null);
  const [begin, second] = peaks.slice(first).filter((used) => used !== null);
  if (begin === undefined || second === undefined) return answered(input, "early");
  let [level, trend] = [begin, second - begin];
  const errors: number[] = [];
  for (const used of peaks.slice(first + 1)) {
    const expected = level + trend;
    // A day that is not known is as expected.
    const error = used === null ? 0 : used - expected;
    if (used !== null) errors.push(error);
    level = expected + ofLevel * error;
    trend += ofLevel * ofTrend * error;
  }
  if (errors.length < 5) return answered(input, "early");
  const known = errors.slice(3);
  const deviation = Math.sqrt(known.reduce((sum, error) => sum + error ** 2, 0) / Math.max(1, known.length));
  return dated(input, {
    likely: trend > 0 ? Math.max(0, (limit - level) / trend) : Infinity,
    earliest: firstAbove(limit, (ahead) => level + trend * ahead + tenth * deviation * widened(ahead)),
    latest: firstAbove(limit, (ahead) => level + trend * ahead - tenth * deviation * widened(ahead)),
  });
};

/** The standard deviation of Holt's forecast, in those of one step (Hyndman and others, class 1). */
function widened(ahead: number): number {
  const steps = Math.max(1, ahead);
  const inner = ofLevel ** 2 * (1 + ofTrend * steps + (ofTrend ** 2 * steps * (2 * steps - 1)) / 6);
  return Math.sqrt(1 + (steps - 1) * inner);
}

function firstAbove(limit: number, valueAt: (ahead: number) => number): number {
  for (let ahead = 0; ahead <= farthest; ahead += 0.5) if (valueAt(ahead) >= limit) return ahead;
  return Infinity;
}

export const rivals: Record<string, Method> = {
  "least squares of the last 6 hours": leastSquares,
  "Holt on daily peaks": holt,
};
