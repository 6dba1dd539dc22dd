import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type Facts, factsOf } from "@shardwatch/core/contract/filter/facts";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { highFrom, worstLeft } from "@shardwatch/core/contract/support/worst";

/** The facts of a deployment that is in no index. */
export const factsNow = (deployment: DeploymentListItem) => factsOf(deployment, Date.now());

/** The regions of a deployment: of its subscription, or of its databases. */
export const regionsOf = ({
  cloudSubscription,
  facts,
}: Pick<DeploymentListItem, "cloudSubscription" | "facts">): readonly string[] =>
  cloudSubscription?.regions ?? facts?.regions ?? [];

/** "7.2.4", "6.2.6 – 7.4.0", "Valkey 8.0.1". Undefined while no version is known. */
export function versionText(facts: DeploymentListItem["facts"]): string | undefined {
  if (!facts?.versions) return undefined;
  const [lowest, highest] = facts.versions;
  const engine = facts.engines?.length === 1 && facts.engines[0] === "valkey" ? "Valkey " : "";
  return `${engine}${lowest === highest ? lowest : `${lowest} – ${highest}`}`;
}

/** "CVSS 10.0": the worst known vulnerability, where it is high or critical. */
export function scoreText(facts: Facts): string | undefined {
  const score = worstLeft(facts)?.score ?? 0;
  return score < highFrom ? undefined : `CVSS ${score.toFixed(1)}`;
}

/** "Snapshots, Append-only file". Undefined while it is not known. */
export const persistenceText = ({ facts }: DeploymentListItem) =>
  facts?.persistence?.map((word) => fields.persistence.show({ word })).join(", ");

/** The RAM shards in use, divided by their limit. Flash does not count. */
export function ramRatio({ license }: DeploymentListItem): number | undefined {
  if (!license || !(license.ramShardsLimit > 0)) return undefined;
  return license.ramShardsInUse / license.ramShardsLimit;
}
