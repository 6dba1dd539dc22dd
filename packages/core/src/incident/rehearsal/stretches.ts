import type { Timing } from "../rules/rule.ts";
import { isExact, type Run } from "./runs.ts";
import {
  asItWas,
  countIncidents,
  fewIncidents,
  type Incident,
  longest,
  manyIncidents,
  shortest,
  followRuns,
} from "./follow.ts";

/** The past of a deployment as a rule sees it. */
export interface Past {
  id: string;
  name: string;
  runs: readonly Run[];
  timing: Timing;
}

/** A time in which a deployment can have had incidents. Before and after it, nothing of it is left. */
export interface Counted {
  from: number;
  /** Infinity while there may be an incident now. */
  end: number;
  least: number;
  most: number;
  /** The incidents if the largest value of each hour and slot lasted for all of it. */
  likely: Incident[];
  /** The incidents where they are known exactly. */
  exact: Incident[] | undefined;
  /** The longest time with an incident that there can have been, and the shortest. */
  possible: Incident;
  certain: Incident[];
}

/** With the past that it is of. */
export interface Stretch extends Counted {
  past: Past;
}

/** The runs within a time. */
export function clipped(runs: readonly Run[], from: number, end: number): Run[] {
  return runs.flatMap((run) =>
    run.end <= from || run.at >= end
      ? []
      : [
          run.at >= from && run.end <= end
            ? run
            : { ...run, at: Math.max(run.at, from), end: Math.min(run.end, end) },
        ],
  );
}

/** All stretches of a deployment, in the order of time. */
export function stretchesOf(past: Past): Stretch[] {
  const { runs, timing } = past;
  return followRuns(runs, timing, longest).incidents.map((possible): Stretch => {
    const [from, end] = [possible.pendingFrom, possible.end];
    const own = clipped(runs, from, end);
    if (own.every(isExact)) {
      const { incidents } = followRuns(own, timing, asItWas);
      const count = incidents.length;
      return {
        past,
        from,
        end,
        least: count,
        most: count,
        likely: incidents,
        exact: incidents,
        possible,
        certain: incidents,
      };
    }
    return {
      past,
      from,
      end,
      least: countIncidents(own, timing, fewIncidents),
      most: countIncidents(own, timing, manyIncidents),
      likely: followRuns(
        own.map((run) => ({ ...run, found: run.shown })),
        timing,
        asItWas,
      ).incidents,
      exact: undefined,
      possible,
      certain: followRuns(own, timing, shortest).incidents,
    };
  });
}

/** Stretches of all deployments that are concurrent, so that their findings can have joined. */
export interface Era<Of extends Counted = Stretch> {
  stretches: Of[];
  from: number;
  end: number;
  /** Whether several findings can have become one incident. */
  isJoined: boolean;
  isExact: boolean;
  least: number;
  likely: number;
  most: number;
}

/** So many findings have incidents of their own, whatever else is open. */
const mostApart = 10;

/** @param joins whether all findings of the rule have one incident */
export function erasOf<Of extends Counted>(stretches: readonly Of[], joins: boolean): Era<Of>[] {
  const eras: Era<Of>[] = [];
  for (const stretch of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = eras.at(-1);
    if (last && stretch.from < last.end) {
      last.stretches.push(stretch);
      last.end = Math.max(last.end, stretch.end);
    } else eras.push({ ...nothing, stretches: [stretch], from: stretch.from, end: stretch.end });
  }
  for (const era of eras) {
    const [least, most] = [sumOf(era.stretches, "least"), sumOf(era.stretches, "most")];
    era.isJoined = joins || mostAtOnce(era.stretches) > mostApart;
    era.isExact = era.stretches.every(({ exact }) => exact);
    era.least = era.isJoined ? Math.min(1, least) : least;
    era.most = most;
    const likely = era.stretches.flatMap((stretch) => stretch.likely);
    const count = era.isJoined ? apartIn(likely) : likely.length;
    era.likely = Math.min(era.most, Math.max(era.least, count));
  }
  return eras;
}

const nothing = { isJoined: false, isExact: false, least: 0, likely: 0, most: 0 };

/** How many incidents remain when concurrent ones are one. */
function apartIn(incidents: readonly Incident[]): number {
  let [count, end] = [0, -Infinity];
  for (const one of incidents.toSorted((first, second) => first.begin - second.begin)) {
    if (one.begin >= end) count += 1;
    end = Math.max(end, one.end);
  }
  return count;
}

const sumOf = (all: readonly Counted[], name: "least" | "most") =>
  all.reduce((sum, one) => sum + one[name], 0);

function mostAtOnce(stretches: readonly Counted[]): number {
  if (stretches.length <= mostApart) return stretches.length;
  const turns = stretches
    .flatMap(
      ({ possible: { begin, end } }) =>
        [
          [begin, 1],
          [end, -1],
        ] as const,
    )
    .toSorted(([one, first], [other, second]) => one - other || second - first);
  let [open, most] = [0, 0];
  for (const [, change] of turns) most = Math.max(most, (open += change));
  return most;
}
