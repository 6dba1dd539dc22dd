import { hour, minute } from "@shardwatch/core/kit/time";

/** How much is shown before and after the onset. */
const around = 2 * hour;
/** The length of a step of a history. */
const step = 5 * minute;

/** The time around an onset, up to now, in whole steps. All are Unix epochs in milliseconds. */
export function timeAround(onset: number, now: number): { from: number; to: number } {
  const last = Math.floor(now / step) * step;
  const from = Math.floor((onset - around) / step) * step;
  const to = Math.min(Math.ceil((onset + around) / step) * step, last);
  return { from, to: Math.max(to, from + step) };
}
