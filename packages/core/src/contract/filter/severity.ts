import type { Facts } from "./facts.ts";

/** How urgent the state of a deployment is: act now, look today, or nothing to do. */
export const levels = { critical: "critical", warning: "warning", ok: "ok" };
export type Level = keyof typeof levels;

/** From this percentage of its limit on, a database is nearly full, and then full. */
export const nearlyFullFrom = 90;
export const fullFrom = 95;

/**
 * What is worst about a deployment, the most urgent first. A list that is sorted by status has this order.
 * "other" is any further word of a source, such as "error".
 */
const concerns = {
  unreachable: "critical",
  denied: "critical",
  overLimit: "critical",
  expired: "critical",
  full: "critical",
  degraded: "warning",
  other: "warning",
  stale: "warning",
  pending: "ok",
  nearlyFull: "warning",
  active: "ok",
} as const satisfies Record<string, Level>;
export type Concern = keyof typeof concerns;

const order = Object.keys(concerns) as Concern[];

type Judged = Pick<Facts, "status" | "utilization" | "policy" | "shards" | "licenseDays">;

/** What is worst. Facts that are not known do not count. */
export function concernOf(facts: Judged): Concern {
  const found = [ofStatus(facts.status), ofLicense(facts), ofMemory(facts)];
  return order.find((concern) => found.includes(concern)) ?? "active";
}

export const levelOf = (facts: Judged): Level => concerns[concernOf(facts)];

/** The place of a deployment in a list that is sorted by status. 0 is the most urgent. */
export const urgencyOf = (facts: Judged): number => order.indexOf(concernOf(facts));

const statuses: Readonly<Record<string, Concern>> = {
  active: "active",
  pending: "pending",
  loading: "pending",
  stale: "stale",
  degraded: "degraded",
  denied: "denied",
  unreachable: "unreachable",
};

const ofStatus = (status: string): Concern =>
  Object.hasOwn(statuses, status) ? (statuses[status] ?? "other") : "other";

function ofLicense({ shards, licenseDays }: Judged): Concern {
  if ((shards ?? 0) > 100) return "overLimit";
  return (licenseDays ?? 0) < 0 ? "expired" : "active";
}

/**
 * A cache that evicts any key is full on purpose. With the volatile policies only keys that expire can be
 * evicted, so writes may still fail.
 */
function ofMemory({ utilization, policy }: Judged): Concern {
  const percent = utilization ?? 0;
  if (percent < nearlyFullFrom || policy?.startsWith("allkeys-")) return "active";
  return percent < fullFrom ? "nearlyFull" : "full";
}
