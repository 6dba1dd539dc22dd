import { isWorse } from "../../contract/incident/severity-order.ts";
import type { IncidentSeverity } from "../../contract/incident/words.ts";
import type { Fact } from "../../contract/filter/value.ts";
import { day } from "../../kit/time.ts";
import { failing, type Judgement, unclear, well } from "./rule.ts";

/** Figures from which on something is worse than before, in ascending order. */
export interface Ladder {
  rungs: readonly (readonly [from: number, severity: IncidentSeverity])[];
  /** Below this figure it is over. */
  clearBelow: number;
}

/** The figure from which on each severity holds, in ascending order. */
export function firstRungs({ rungs }: Ladder): Map<IncidentSeverity, number> {
  const firsts = new Map<IncidentSeverity, number>();
  for (const [from, severity] of rungs) if (!firsts.has(severity)) firsts.set(severity, from);
  return firsts;
}

/** The same ladder without the severities above one. */
export const upTo = (highest: IncidentSeverity, { rungs, clearBelow }: Ladder): Ladder => ({
  rungs: rungs.filter(([, severity]) => !isWorse(severity, highest)),
  clearBelow,
});

/** What two judgements by one ladder say together: the worse, and nothing that one of them leaves open. */
export function worse<J extends Judgement>(one: J, other: J): J {
  if (one.when || other.when) return one.step >= other.step ? one : other;
  const [first, second] = one.when === undefined ? [one, other] : [other, one];
  const clear = first.clear === false || second.clear === false ? false : first.clear && second.clear;
  return { ...first, clear };
}

/**
 * Judges the largest of several figures. Null is a figure that does not exist, such as a part of no limit. A figure
 * that is not known may be larger than the known ones, so without one on the ladder nothing can be said.
 */
export function climb({ rungs, clearBelow }: Ladder, figures: readonly Fact<number>[]): Judgement {
  const known = figures.filter((figure) => figure !== null && figure !== undefined);
  const isPartial = figures.includes(undefined);
  const most = Math.max(...known);
  const step = rungs.filter(([from]) => most >= from).length;
  const severity = rungs[step - 1]?.[1];
  if (severity !== undefined) return failing(severity, null, { step });
  if (known.length > 0 && most >= clearBelow)
    return { ...well, when: isPartial ? undefined : false, clear: false };
  return isPartial ? unclear : well;
}

/**
 * The same of days until an end, with the day on which it became as urgent as it is. What is over became so at its end.
 * @param end Unix epoch in milliseconds; undefined where it is not known
 */
export function climbTo(ladder: Ladder, remaining: Fact<number>, end: number | undefined): Judgement {
  const judged = climb(ladder, [remaining == null ? remaining : -remaining]);
  if (!judged.when || end === undefined || remaining == null) return judged;
  const [from = 0] = ladder.rungs.find(([, severity]) => severity === judged.severity) ?? [];
  return { ...judged, since: remaining < 0 ? end : end + from * day };
}
