import type { Log } from "./log.ts";
import type { Reading } from "./sources/source.ts";

/**
 * Merges configured deployments that hold the same data, so that it is not counted twice. These are a primary
 * with its replicas, and several nodes of a cluster. A replica of a configured primary stays merged while one
 * of the two cannot be read, so that an outage adds no deployment. The merge ends when both are read and no
 * longer belong together. So no server hides another permanently by a false claim.
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
    return withoutMerged(readings, primaryOf);
  };
}

/**
 * Whether the readings prove that one is not the other's replica. A replica that has lost its primary
 * ("degraded") proves nothing. A restarted primary has a new data set id, and the replica gets it only after
 * a full sync.
 */
function haveParted(replica: Reading | undefined, primary: Reading | undefined): boolean {
  if (!replica?.replication || replica.deployment.status === "degraded") return false;
  if (!primary?.replication) return primary?.deployment.status === "active";
  return !primary.replication.primary || primary.replication.dataSet !== replica.replication.dataSet;
}

/** The commands that were sent to merged servers count for the deployment that they are part of. */
function withoutMerged(readings: readonly Reading[], primaryOf: ReadonlyMap<string, string>): Reading[] {
  if (primaryOf.size === 0) return [...readings];
  const merged = Map.groupBy(readings, ({ deployment }) => primaryOf.get(deployment.key));
  return (merged.get(undefined) ?? []).map((reading) => {
    const parts = merged.get(reading.deployment.key);
    return parts
      ? { ...reading, deployment: { ...reading.deployment, ...commandsOf([reading, ...parts]) } }
      : reading;
  });
}

function commandsOf(readings: readonly Reading[]): Pick<Reading["deployment"], "commands"> {
  const commands: Record<string, number> = {};
  for (const { deployment } of readings)
    for (const [name, count] of Object.entries(deployment.commands ?? {}))
      commands[name] = (commands[name] ?? 0) + count;
  return { commands };
}

/**
 * Chooses one of several entries for the same cluster as its primary: the first in the file that is not
 * merged already.
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
