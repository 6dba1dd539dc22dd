import type { Database } from "../../contract/deployment/deployment.ts";
import type { Fact } from "../../contract/filter/value.ts";
import { day } from "../../kit/time.ts";

/**
 * How many replicas the primary of a deployment has. A primary that is watched by its own address stays active without
 * them, and the count alone does not say what is meant to be. Times are Unix epochs in milliseconds.
 */
export interface ReplicaCount {
  count: number;
  since: number;
  /** The last other count that it had for a day; absent for none. */
  usual?: number;
}

/** A count that holds for so long is what a deployment is meant to have. */
export const settledAfter = day;

const isSettled = ({ since }: ReplicaCount, now: number): boolean => now - since >= settledAfter;

/**
 * The replicas of the only primary, or of the primary of a cluster with the fewest. Null where that says nothing: of a
 * replica, and of several databases, of which people add and remove some. Undefined: not known.
 */
function countOf(databases: readonly Database[]): Fact<number> {
  const [only, ...others] = databases;
  if (!only || others.length > 0 || only.role === "replica") return null;
  return only.replicas ?? undefined;
}

/**
 * What is remembered of a deployment's replicas after a change of its shape. Every change of the count is one, so
 * nothing has to be written for it beside the shape.
 * @param former what was remembered
 */
export function replicasAfter(
  former: ReplicaCount | undefined,
  databases: readonly Database[],
  now: number,
): ReplicaCount | undefined {
  const count = countOf(databases);
  if (count === null) return undefined;
  if (count === undefined || count === former?.count) return former;
  if (!former) return count === 0 ? undefined : { count, since: now };
  const usual = isSettled(former, now) ? former.count : former.usual;
  return { count, since: now, ...(usual !== undefined && { usual }) };
}

/** The same from the databases of a row that does not remember it. They are as they were at its last write. */
export const replicasOfOlderRow = (databases: readonly Database[], writtenAt: number) =>
  replicasAfter(undefined, databases, writtenAt);

/** How many replicas are missing. None after a day at the new count. */
export const lostReplicas = (replicas: ReplicaCount, now: number): number =>
  isSettled(replicas, now) ? 0 : Math.max(0, (replicas.usual ?? 0) - replicas.count);

/** As a row stores it. */
export const writeReplicas = ({ count, since, usual }: ReplicaCount): string =>
  JSON.stringify([count, since, ...(usual === undefined ? [] : [usual])]);

export function readReplicas(text: string): ReplicaCount {
  const [count = 0, since = 0, usual] = JSON.parse(text) as number[];
  return { count, since, ...(usual !== undefined && { usual }) };
}
