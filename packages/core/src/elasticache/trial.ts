import type { RoleTrial, TrialResult } from "../contract/source/role-trial.ts";
import type { ElastiCacheApi } from "../ports/elasticache.ts";
import type { RoleTrials } from "../ports/role-trials.ts";

/**
 * An external ID that differs from the given one in its last character only. Among wrong IDs, it matches the
 * most careless patterns: "*", "shardwatch-*", and every longer prefix of the right ID with a wildcard.
 */
const almost = (externalId: string): string =>
  externalId.slice(0, -1) + (externalId.endsWith("0") ? "1" : "0");

/**
 * Tries roles by assuming them. A role must accept us with the external ID, and refuse us without it and with
 * a wrong one. If a role accepts every caller from our account, any organization that knows its ARN could
 * have us read it.
 */
export function trialsOf(api: ElastiCacheApi): RoleTrials {
  return { run: (trial) => tryRole(api, trial) };
}

async function tryRole(api: ElastiCacheApi, trial: RoleTrial): Promise<TrialResult> {
  const { roleArn, externalId, sessionName } = trial;
  const assumeWith = (id: string | undefined) => api.assume({ roleArn, externalId: id, sessionName });
  const admitted = await assumeWith(externalId);
  if (admitted.outcome !== "ok") return admitted;
  for (const answer of await Promise.all([assumeWith(undefined), assumeWith(almost(externalId))])) {
    if (answer.outcome === "ok") return { outcome: "open" };
    if (answer.outcome !== "denied") return answer;
  }
  return { outcome: "trusted" };
}
