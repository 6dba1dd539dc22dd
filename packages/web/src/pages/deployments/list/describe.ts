import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type Facts, factsOf } from "@shardwatch/core/contract/filter/facts";

/** The facts of a deployment that no index holds. */
export const factsNow = (deployment: DeploymentListItem): Facts => factsOf(deployment, Date.now());

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
