import { hour, minute } from "../../kit/time.ts";
import { type Finding, isOpen, step } from "../judging/step.ts";
import type { Judgement, Timing } from "../rules/rule.ts";
import { kinds } from "./possible.ts";
import type { Run } from "./runs.ts";

/*
 * Follows runs with the state machine of the passes. Where several judgements are possible, a reading chooses one in each
 * minute. The states of a finding have an order. It is well, pending for longer and longer, firing, and clearing for longer
 * and longer. Then it is well again with one incident more. A step never turns that order round. So a reading that always
 * takes what goes furthest has at least as many incidents as the truth. One that always takes what goes least far has at
 * most as many. Flapping breaks the order, because it holds an incident open. So the first reading forgets how often a
 * finding came and went. The second one needs an hour more until an incident is over.
 */

export interface Reading {
  /** The kinds of judgements in the order in which they are taken, while an incident is open or not. */
  closed: readonly number[];
  open: readonly number[];
  /** Whether a finding never flaps. */
  forgets: boolean;
  /** How much longer than the rule says a condition has to be over, in milliseconds: for as long as a finding can flap. */
  keep: number;
}

const { over, between, holds, worse, unclear, notOver, unsure, overAlone } = kinds;
const [holding, notHolding, unknownKinds] = [
  [worse, holds],
  [over, between, notOver],
  [unclear, unsure, overAlone],
];
const toEnd = [over, overAlone, unclear, notOver, between, unsure, holds, worse];
const toStay = [worse, holds, between, unsure, unclear, notOver, overAlone, over];

/** As the passes are where all is known. */
export const asItWas: Reading = { closed: [], open: [], forgets: false, keep: 0 };
/** As many incidents as there can have been. */
export const manyIncidents: Reading = {
  closed: [...holding, ...unknownKinds, ...notHolding],
  open: toEnd,
  forgets: true,
  keep: 0,
};
/** As few incidents as there can have been. */
export const fewIncidents: Reading = {
  closed: [...notHolding, ...unknownKinds, ...holding],
  open: toStay,
  forgets: true,
  keep: hour,
};
/** As long with an incident as it can have been. */
export const longest: Reading = {
  closed: [...holding, ...unknownKinds, ...notHolding],
  open: toStay,
  forgets: true,
  keep: hour,
};
/** As short with an incident as it can have been. */
export const shortest: Reading = {
  closed: [...notHolding, ...unknownKinds, ...holding],
  open: toEnd,
  forgets: true,
  keep: 0,
};

/** A time with an incident, in Unix milliseconds. */
export interface Incident {
  /** When the condition began, or could have begun. */
  pendingFrom: number;
  begin: number;
  /** Infinity while it is open. */
  end: number;
}

export interface Followed {
  incidents: Incident[];
  /** How many there are. */
  count: number;
  /** The minutes in which the finding changed. */
  changes: number[];
}

const judgements = new Map<number, Judgement>(
  (
    [
      [over, false, true],
      [between, false, false],
      [holds, true, false],
      [worse, true, false],
      [unclear, undefined, undefined],
      [notOver, false, undefined],
      [unsure, undefined, false],
      [overAlone, undefined, true],
    ] as const
  ).map(([kind, when, clear]) => [
    kind,
    { when, clear, severity: "warning", step: kind === worse ? 2 : 1, value: null },
  ]),
);

/** Follows the runs, from a finding on if there is one. */
export const followRuns = (
  runs: readonly Run[],
  timing: Timing,
  reading: Reading,
  from?: Finding,
): Omit<Followed, "count"> => follow(runs, timing, reading, { from, skips: false });

/** Counts the incidents in the runs. It takes no longer where they come and go in every minute. */
export const countIncidents = (
  runs: readonly Run[],
  timing: Timing,
  reading: Reading,
  from?: Finding,
): number => follow(runs, timing, reading, { from, skips: true }).count;

/** @param skips whether repetitions within a run are counted without being followed */
function follow(
  runs: readonly Run[],
  timing: Timing,
  reading: Reading,
  { from, skips }: { from: Finding | undefined; skips: boolean },
): Followed {
  const times = { ...timing, keep: timing.keep + reading.keep };
  const result: Followed = { incidents: [], count: 0, changes: [] };
  let finding = from;
  let begun = runs[0]?.at ?? 0;
  const opens = (incident: Incident) => {
    result.count += 1;
    result.incidents.push(incident);
  };
  if (finding && isOpen(finding)) opens({ pendingFrom: begun, begin: begun, end: Infinity });
  const isOut = reading.keep > 0;
  for (const { at, end, found } of runs) {
    let now = at;
    let rested: { at: number; count: number } | undefined;
    while (now < end) {
      const wasOpen = finding !== undefined && isOpen(finding);
      const judged = judgementIn(found, wasOpen ? reading.open : reading.closed, isOut);
      const before: Finding | undefined = finding;
      finding = step(before, judged, times, { now, gap: 0, mayFire: true, isFirstDay: false });
      if (reading.forgets && finding?.turns) finding = withoutTurns(finding);
      const open = finding !== undefined && isOpen(finding);
      if (before?.state !== finding?.state) {
        result.changes.push(now);
        if (finding?.state === "pending") begun = now;
        if (open && !wasOpen) opens({ pendingFrom: Math.min(begun, now), begin: now, end: Infinity });
        if (!open && wasOpen) endLast(result.incidents, now);
        if (!open && finding?.state !== "pending") begun = Infinity;
        now += minute;
        if (!skips || finding !== undefined) continue;
        // What led from nothing to nothing in this run will do so again.
        if (rested && result.count > rested.count && now < end) {
          const length = now - rested.at;
          const repeats = Math.floor((end - now) / length);
          result.count += repeats * (result.count - rested.count);
          now += repeats * length;
        }
        rested = { at: now, count: result.count };
      } else now = Math.max(now + minute, Math.min(end, dueOf(finding, judged, times)));
    }
  }
  return result;
}

function endLast(incidents: Incident[], now: number): void {
  const last = incidents.at(-1);
  if (last) last.end = now;
}

function judgementIn(found: number, order: readonly number[], isOut: boolean): Judgement {
  const kind = order.find((each) => found & each) ?? found & -found;
  // A flapping incident ends only by what is known not to hold.
  return judgements.get(isOut && kind === overAlone ? unclear : kind) ?? unsureJudgement;
}

const unsureJudgement: Judgement = {
  when: undefined,
  clear: undefined,
  severity: "info",
  step: 0,
  value: null,
};

const withoutTurns = ({ turns: _, ...finding }: Finding): Finding | undefined =>
  finding.state === "calm" ? undefined : finding;

/** When the finding changes next if the judgement stays. */
function dueOf(finding: Finding | undefined, { when, clear }: Judgement, timing: Timing): number {
  if (finding === undefined || finding.pausedAt !== undefined) return Infinity;
  if (finding.state === "pending" && when) return finding.since + timing.for;
  if (finding.state === "clearing" && clear) return finding.since + timing.keep;
  if (finding.state === "flapping" && when === false) return finding.since + hour;
  return Infinity;
}
