import type { WatchedDeployment } from "../judging/watched.ts";
import type { Counted } from "./counted.ts";
import type { Point, Subject } from "./possible.ts";

/** What a deployment was at some time. */
interface Seen {
  /** Unix epoch in milliseconds. */
  at: number;
  subject: Subject;
}

/** A deployment that is or was in the scope of a rule. */
interface InScope {
  /** Whether it matches now or did on an evening. */
  isMatching: boolean;
}

/** A deployment with what it was on the evenings and now, the oldest first. */
export interface Found {
  id: string;
  name: string;
  seen: Seen[];
}

type Count = (deployment: WatchedDeployment) => Counted;

/** Notes which deployments are in scope, by their ids. */
export function note(
  found: Map<string, InScope>,
  deployments: Iterable<WatchedDeployment>,
  count: Count,
): void {
  for (const deployment of deployments) {
    const counted = count(deployment);
    if (counted === "out") continue;
    const isMatching = counted === "matching" || counted === "urgent";
    const known = found.get(deployment.id);
    if (!known) found.set(deployment.id, { isMatching });
    else known.isMatching ||= isMatching;
  }
}

/** Adds what some deployments were at a time. Call it with the oldest time first. */
export function collect(
  found: ReadonlyMap<string, Found>,
  deployments: Iterable<WatchedDeployment>,
  at: number,
): void {
  for (const deployment of deployments) {
    const one = found.get(deployment.id);
    if (!one) continue;
    one.name = deployment.name;
    one.seen.push({ at, subject: { deployment: copyOf(deployment) } });
  }
}

/** The deployments of evenings are valid until the next one. What was said of a day to come has no past. */
const copyOf = (deployment: WatchedDeployment): WatchedDeployment => ({
  ...deployment,
  facts: { ...deployment.facts, outlook: undefined },
});

/** What a deployment was in a point: what it was before, and what it was after it. Both where that is not the same. */
export function subjectsAt(seen: readonly Seen[], { at, end }: Pick<Point, "at" | "end">): Subject[] {
  const before = seen.findLast((one) => one.at <= at);
  const after = seen.find((one) => one.at >= end) ?? seen.at(-1);
  const both = [before, after].flatMap((one) => (one ? [one.subject] : []));
  return [...new Set(both)];
}

/** Joins what is the same for a rule, so that it is judged once. */
export function joined(seen: readonly Seen[]): Seen[] {
  const known = new Map<string, Subject>();
  return seen.map(({ at, subject }) => {
    const { facts, kind, via, status, isSilent } = subject.deployment;
    const {
      memory: _,
      memoryLimit: __,
      utilization: ___,
      figures: ____,
      own: _____,
      troubleOf: ______,
      now: _______,
      ...rest
    } = facts;
    const key = JSON.stringify([rest, kind, via, status, isSilent]);
    const first = known.get(key) ?? subject;
    known.set(key, first);
    return { at, subject: first };
  });
}

/** The points of a rule that asks for nothing that moves within a day: from one evening to the next. */
export function pointsOfEvenings(
  seen: readonly Seen[],
  { from, to }: { from: number; to: number },
  born: number | undefined,
): Point[] {
  const times = [...new Set([from, ...seen.map(({ at }) => at), born ?? from, to])]
    .filter((time) => time >= from && time <= to)
    .toSorted((one, other) => one - other);
  return times.slice(1).map((end, index): Point => {
    const at = times[index] ?? from;
    const silent = subjectsAt(seen, { at, end }).map(({ deployment }) => deployment.isSilent);
    return {
      at,
      end,
      step: "1d",
      spans: {},
      silent: silent.every(Boolean) ? "yes" : silent.some(Boolean) ? "maybe" : "no",
      ...(born !== undefined && end <= born && { isAbsent: true as const }),
    };
  });
}
