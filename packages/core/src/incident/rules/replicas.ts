import { lostReplicas, settledAfter, type ReplicaCount } from "../../deployment/rows/replicas.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import { minute, second } from "../../kit/time.ts";
import { isMeasured } from "../judging/watched.ts";
import { lasting } from "./condition.ts";
import { type DeploymentRule, failing, unclear, well } from "./rule.ts";
import { advice, deployments } from "./words.ts";

const lossTimes = { for: 5 * minute, keep: 3 * minute };

/**
 * A primary has fewer replicas than it had for a day. A replica that restarts is back within minutes. After a day at the
 * new count that is what it is meant to have.
 */
export const replicaLost: DeploymentRule = {
  holds: "has lost a replica",
  many: (count) => `Replicas are lost in ${deployments(count)}`,
  condition: {
    text: `A primary that has fewer replicas than it had for ${lasting(settledAfter)}, for ${lasting(lossTimes.for)}; over ${lasting(lossTimes.keep)} after they are back, or after ${lasting(settledAfter)} with fewer`,
    severities: ["warning"],
  },
  advice: advice(
    "Bring the replica back. Its log and that of its primary say why it left. If there are fewer on purpose, say here that it's intended.",
    "redis-cli -h HOST -p PORT INFO replication",
  ),
  isIntendable: true,
  waits: { usual: lossTimes.for },
  timing: () => lossTimes,
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
const slot = slotSeconds * second;
/** How many slots in a row open it, and end it. */
const slots = 2;
const lagTimes = { for: (slots - 1) * slot, keep: (slots - 1) * slot };

/**
 * A replica and its primary have not heard of each other for a minute, in two slots in a row. They greet each other
 * every ten seconds. Bytes of lag say nothing without the rate of writes. One silent slot may be a restart. What was
 * written last is lost if the primary fails now.
 */
export const replicaBehind: DeploymentRule = {
  holds: "has a replica that falls behind",
  many: (count) => `Replicas fall behind in ${deployments(count)}`,
  condition: {
    text: `A replica and its primary that did not hear of each other for ${lasting(silence.opensFrom * second)} or more, in ${slots} slots of ${lasting(slot)} in a row; over below ${lasting(silence.endsBelow * second)} in as many`,
    severities: ["warning"],
  },
  chart: { metric: "replicationSilence", thresholds: new Map([["warning", silence.opensFrom]]) },
  advice: advice(
    "What was written last is lost if the primary fails now. Look for a slow network, a busy replica, or a full client output buffer.",
    "redis-cli -h HOST -p PORT INFO replication",
  ),
  waits: { usual: lagTimes.for, least: () => lagTimes.for },
  timing: () => lagTimes,
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
