import { mostHistoryValues } from "../contract/history/steps.ts";
import { Problem } from "../kit/problem.ts";
import { day, hour } from "../kit/time.ts";

/** A range in whole steps. Times are Unix epoch in milliseconds. */
export interface FleetRange {
  from: number;
  /** The end of the last step. */
  to: number;
  /** In milliseconds: an hour or a day. */
  step: number;
}

/** Ranges up to this length have hours. */
const longestInHours = 31 * day;

/** The range that is asked for, widened to whole steps of UTC. Throws invalid for one that has no values, or too many. */
export function fleetRange(
  asked: { from?: number | undefined; to?: number | undefined },
  now: number,
): FleetRange {
  // The hour that begins now has its census already.
  const to = asked.to ?? now + 1;
  const from = asked.from ?? to - day;
  if (from >= to) throw wrong("from: must be before to");
  const step = to - from <= longestInHours ? hour : day;
  const whole = { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step, step } as const;
  const values = (whole.to - whole.from) / step;
  if (values > mostHistoryValues)
    throw wrong(`from: must be at most ${mostHistoryValues} days before to; this range has ${values}`);
  return whole;
}

const wrong = (detail: string) =>
  new Problem("invalid", "This range cannot be shown.", { details: [detail] });
