import { minute } from "../../kit/time.ts";
import type { Judgement } from "../rules/rule.ts";
import { type Point, type Possible, kinds, type Subject } from "./possible.ts";

/** A time in which a rule can have found the same. Times are whole minutes in Unix milliseconds, `end` is not part of it. */
export interface Run {
  at: number;
  end: number;
  /** The bits of `kinds`. */
  found: number;
  /** The bit of what it found if the largest values lasted. */
  shown: number;
  step: Point["step"];
  /** Whether the deployment did not exist. */
  isAbsent: boolean;
  /** What the rule saw at most, and the value by which that is the most. */
  peak: { by: number; of: () => Judgement };
}

/** Whether only one judgement is possible. */
export const isExact = ({ found }: Run): boolean => (found & (found - 1)) === 0;

/** Whether nothing is known in it. */
export const isUnknown = ({ found }: Run): boolean =>
  (found & ~(kinds.unclear | kinds.notOver | kinds.unsure | kinds.overAlone)) === 0;

const upToMinute = (time: number) => Math.ceil(time / minute) * minute;

/**
 * The runs of a deployment, without gaps between its points.
 * @param subjects what the deployment was in each point: one, or two where it changed on that day
 */
export function runsOf(
  possible: Possible,
  points: readonly Point[],
  subjects: readonly (readonly Subject[])[],
): Run[] {
  const runs: Run[] = [];
  for (const [index, point] of points.entries()) {
    const [at, end] = [upToMinute(point.at), upToMinute(point.end)];
    if (end <= at) continue;
    const own = subjects[index] ?? [];
    const found = possible.kindsIn(point, own);
    const by = (possible.peakField && point.spans[possible.peakField]?.hi) ?? 0;
    const last = runs.at(-1);
    const first = own[0];
    const peak = { by, of: () => (first ? possible.peakOf(point, first) : nothing) };
    const isAbsent = point.isAbsent ?? false;
    const shown = possible.shownIn(point, first);
    const isSame =
      last?.found === found && last.shown === shown && last.step === point.step && last.isAbsent === isAbsent;
    if (last && isSame && last.end === at) {
      last.end = end;
      if (by > last.peak.by) last.peak = peak;
    } else runs.push({ at, end, found, shown, step: point.step, isAbsent, peak });
  }
  return runs;
}

const nothing: Judgement = { when: undefined, clear: undefined, severity: "info", step: 0, value: null };
