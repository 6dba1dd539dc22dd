import { incidentSeverities, type IncidentSeverity } from "../../contract/incident/words.ts";
import { firstRungs, type Ladder } from "./ladder.ts";
import type { Rule, Tuning } from "./rule.ts";

/** A rule without its figures, which an organization may move. */
type Untuned<S> = Omit<Rule<S>, "tuning">;

/**
 * A rule that judges by a ladder, with the ladder that it has until an organization changes it.
 * @param unit days are negative numbers on the ladder, and those that are left for people
 */
export function tuned<S>(
  unit: Tuning<S>["unit"],
  usual: Ladder,
  make: (ladder: Ladder) => Untuned<S>,
): Rule<S> {
  const sign = unit === "days" ? -1 : 1;
  const of = (ladder: Ladder): Rule<S> => ({
    ...make(ladder),
    tuning: {
      unit,
      thresholds: new Map([...firstRungs(ladder)].map(([severity, from]) => [severity, sign * from])),
      with: (thresholds) =>
        of(movedTo(usual, new Map([...thresholds].map(([severity, from]) => [severity, sign * from])))),
    },
  });
  return of(usual);
}

/**
 * The ladder whose severities begin at other figures. The rungs between that fit stay, because each is a message. It is
 * over as far below the first rung as before.
 */
function movedTo({ rungs, clearBelow }: Ladder, firsts: ReadonlyMap<IncidentSeverity, number>): Ladder {
  const ascending = incidentSeverities.toReversed().flatMap((severity) => {
    const from = firsts.get(severity);
    return from === undefined ? [] : [[from, severity] as const];
  });
  const moved = ascending.flatMap(([from, severity], index) => {
    const [next = Infinity] = ascending[index + 1] ?? [];
    const between = rungs.filter(([at, of]) => of === severity && at > from && at < next);
    return [[from, severity] as const, ...between];
  });
  const [[lowest] = [0]] = rungs;
  const [[first] = [lowest]] = moved;
  return { rungs: moved, clearBelow: first - (lowest - clearBelow) };
}
