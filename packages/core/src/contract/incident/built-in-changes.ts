import type { BuiltInChanges } from "./own-rule.ts";
import type { Changeable } from "./rule-list.ts";
import { incidentSeverities } from "./words.ts";

/** What each unit allows. */
const limits = { percent: [1, 100], days: [0, 3_650] } as const;

/** Why a built-in rule does not take these changes: lines that begin with a field. Channels are not judged. */
export function faultsOfChanges(
  { thresholds, for: waiting, severity }: Omit<BuiltInChanges, "channels">,
  changeable: Changeable,
): string[] {
  const { unit } = changeable.thresholds ?? {};
  const faults: string[] = [];
  if (waiting !== undefined && changeable.for === undefined)
    faults.push("for: can't be changed of this rule");
  if (severity !== undefined && unit)
    faults.push("severity: follows from the thresholds of this rule; change these");
  if (thresholds && !unit) faults.push("thresholds: can't be changed of this rule");
  if (thresholds && unit) {
    const [least, most] = limits[unit];
    const given = incidentSeverities.toReversed().flatMap((each) => thresholds[each] ?? []);
    if (given.length === 0) faults.push("thresholds: must have a severity");
    if (given.some((value) => value < least || value > most || !Number.isFinite(value)))
      faults.push(`thresholds: must be from ${least} to ${most}`);
    const sign = unit === "days" ? -1 : 1;
    if (given.some((value, index) => index > 0 && sign * value <= sign * (given[index - 1] ?? 0)))
      faults.push("thresholds: a more urgent severity must begin later");
  }
  return faults;
}
