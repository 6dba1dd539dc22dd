import type { Log } from "./log.ts";
import type { Reading } from "./sources/source.ts";

/**
 * Makes one deployment of a primary and its replicas when several of them are configured: they hold the
 * same data, and it would be counted twice. What was once seen to be a replica of a configured primary
 * stays folded while one of the two cannot be read, so that an outage adds no deployment.
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
