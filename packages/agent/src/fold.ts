import type { Log } from "./log.ts";
import type { Reading } from "./sources/source.ts";

/**
 * Makes one deployment of a primary and its replicas when several of them are configured: they hold the
 * same data, and it would be counted twice. What was once seen to be a replica of a configured primary
 * stays folded while one of the two cannot be read, so that an outage adds no deployment. It ends when both
 * are read and no longer belong together, so that no server hides another for ever by a claim.
 */
export function createFold(log: Log): (readings: readonly Reading[]) => Reading[] {
  const primaryOf = new Map<string, string>();
  return (readings) => {
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
      log.warn("a replica of another configured deployment is not reported on its own", {
        replica: deployment.key,
        primary,
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
