import { lostReplicas, type ReplicaCount } from "../../deployment/rows/replicas.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import { minute, second } from "../../kit/time.ts";
import { isMeasured } from "../judging/watched.ts";
import { type DeploymentRule, failing, unclear, well } from "./rule.ts";
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
      return failing("warning", value, { step: lost });
    }
    const isUsual = replicas.count < (replicas.usual ?? 0);
    return isUsual ? { ...well, ending: "usual" } : well;
  },
};

function saidOf({ count, usual = 0 }: ReplicaCount): string {
  if (count > 0) return `has ${count} of ${usual} replicas`;
  return usual === 1 ? "has lost its replica" : `has lost its ${usual} replicas`;
}

/** Seconds without a word between a replica and its primary, the longest of five minutes. */
const silence = { opensFrom: 60, endsBelow: 30 } as const;
/** Two slots in a row. */
const slot = slotSeconds * second;

/**
 * A replica and its primary have not heard of each other for a minute, in two slots in a row. They greet each other
 * every ten seconds. Bytes of lag say nothing without the rate of writes. One silent slot may be a restart. What was
 * written last is lost if the primary fails now.
 */
export const replicaBehind: DeploymentRule = {
  holds: "has a replica that falls behind",
  many: (count) => `Replicas fall behind in ${deployments(count)}`,
  advice: advice(
    "What was written last is lost if the primary fails now. Look for a slow network, a busy replica, or a full client output buffer.",
    "redis-cli INFO replication",
  ),
  timing: () => ({ for: slot, keep: slot }),
  judge: (deployment) => {
    const seconds = (deployment.figures ?? []).flatMap(({ replicationSilence }) => replicationSilence ?? []);
    if (!isMeasured(deployment) || seconds.length === 0) return unclear;
    const longest = Math.max(...seconds);
    if (longest < silence.endsBelow) return well;
    const value = `${deployment.isReplica ? "did not hear of its primary" : "did not hear of a replica"} for ${Math.round(longest)} seconds`;
    const when = longest >= silence.opensFrom;
    return { when, clear: false, severity: "warning", step: when ? 1 : 0, value };
  },
};
