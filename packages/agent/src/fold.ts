import type { Log } from "./log.ts";
import type { Reading } from "./sources/source.ts";

/**
 * Makes one deployment of a primary and its replicas, and of a cluster, when several of their servers are
 * configured as deployments: they hold the same data, and it would be counted twice. What was once seen to be a
 * replica of a configured primary stays folded while one of the two cannot be read, so that an outage adds no
 * deployment. It ends when both are read and no longer belong together, so that no server hides another for ever
 * by a claim.
 */
export function createFold(log: Log): (readings: readonly Reading[]) => Reading[] {
  const primaryOf = new Map<string, string>();
  return (read) => {
    const readings = withClusters(read, primaryOf);
    const primaries = new Map<string, string>();
    for (const { deployment, replication } of readings)
      if (replication?.primary) {
        primaries.set(replication.dataSet, deployment.key);
        primaryOf.delete(deployment.key);
      }
    const readingOf = new Map(readings.map((reading) => [reading.deployment.key, reading]));
    for (const [replica, primary] of primaryOf)
      if (haveParted(readingOf.get(replica), readingOf.get(primary))) primaryOf.delete(replica);
    for (const { deployment, replication } of readings) {
      if (!replication || replication.primary) continue;
      const primary = primaries.get(replication.dataSet);
      if (primary === undefined || primaryOf.get(deployment.key) === primary) continue;
      primaryOf.set(deployment.key, primary);
      log.warn("the same data as of another configured deployment is not reported twice", {
        deployment: deployment.key,
        reported: primary,
      });
    }
    return readings.filter(({ deployment }) => !primaryOf.has(deployment.key));
  };
}

/**
 * Whether what the two say about themselves contradicts that one is the other's replica. A replica that is
 * cut off from its primary ("degraded") says nothing yet: a primary that restarts has a new data set, which
 * its replica knows only after it has read all of it.
 */
function haveParted(replica: Reading | undefined, primary: Reading | undefined): boolean {
  if (!replica?.replication || replica.deployment.status === "degraded") return false;
  if (!primary?.replication) return primary?.deployment.status === "active";
  return !primary.replication.primary || primary.replication.dataSet !== replica.replication.dataSet;
}

/**
 * Several entries that lead to the same cluster: the first in the file stands for it, as a primary does for its
 * replicas, unless that one is folded already.
 */
function withClusters(readings: readonly Reading[], folded: ReadonlyMap<string, string>): Reading[] {
  const seen = new Set<string>();
  return readings.map((reading) => {
    if (reading.cluster === undefined) return reading;
    const primary = !seen.has(reading.cluster) && !folded.has(reading.deployment.key);
    if (primary) seen.add(reading.cluster);
    return { ...reading, replication: { dataSet: reading.cluster, primary } };
  });
}
