import { lostReplicas, type ReplicaCount } from "../../deployment/rows/replicas.ts";
import { minute } from "../../kit/time.ts";
import { isMeasured } from "../watched.ts";
import { type DeploymentRule, unclear, well } from "./rule.ts";
import { advice, deployments } from "./words.ts";

/**
 * A primary has fewer replicas than it had for a day. A replica that restarts is back within minutes. After a day at the
 * new count that is what it is meant to have.
 */
export const replicaLost: DeploymentRule = {
  holds: "has lost a replica",
  many: (count) => `Replicas are lost in ${deployments(count)}`,
  advice: advice(
    "Bring the replica back. Its log and that of its primary say why it left. If there are fewer on purpose, say here that it's intended.",
    "redis-cli INFO replication",
  ),
  isIntendable: true,
  timing: () => ({ for: 5 * minute, keep: 3 * minute }),
  judge: (deployment, now) => {
    const { replicas, facts } = deployment;
    if (!isMeasured(deployment)) return unclear;
    if (!replicas) return well;
    const lost = lostReplicas(replicas, now);
    if (lost > 0) {
      const value = `${facts.type === "CLUSTER" ? "a primary " : ""}${saidOf(replicas)}`;
      return { when: true, clear: false, severity: "warning", step: lost, value };
    }
    const isUsual = replicas.count < (replicas.usual ?? 0);
    return isUsual ? { ...well, ending: "usual" } : well;
  },
};

function saidOf({ count, usual = 0 }: ReplicaCount): string {
  if (count > 0) return `has ${count} of ${usual} replicas`;
  return usual === 1 ? "has lost its replica" : `has lost its ${usual} replicas`;
}
