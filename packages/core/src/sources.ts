import { agentKeys } from "./agent-key/source.ts";
import type { ReaderContext, Services } from "./access/context.ts";
import { chosenOrganization, type OrganizationId, ownOrganization } from "./access/scope.ts";
import { withViewAudit } from "./audit/bounded.ts";
import { type DeploymentSource, deploymentSources } from "./contract/source/source.ts";
import type { SourceState } from "./contract/source/state.ts";
import type { Reporters } from "./deployment/read/reporters.ts";
import { elastiCacheSource } from "./elasticache/source.ts";
import type { ListedSource, SourceKind } from "./integration/source-kind.ts";
import { Problem } from "./kit/problem.ts";
import { redisCloudSource } from "./redis-cloud/source.ts";

/**
 * All kinds of sources that report deployments. The list of a deployment's sources, the schedule, the
 * acceptance of an invitation and the deletion of an organization iterate over it. If a kind is missing here,
 * the code does not compile.
 */
export const sources: Readonly<Record<DeploymentSource, SourceKind>> = {
  agent: agentKeys,
  "redis-cloud": redisCloudSource,
  elasticache: elastiCacheSource,
};

/** All kinds, in the order of the contract. */
export const sourceKinds: readonly SourceKind[] = deploymentSources.map((kind) => sources[kind]);

/** The sources of an organization, of all kinds. */
export async function findSources(services: Services, organization: OrganizationId): Promise<ListedSource[]> {
  return (await Promise.all(sourceKinds.map((kind) => kind.list(services, organization)))).flat();
}

/**
 * How the sources of an organization are doing, by kind and the oldest first.
 * @param named the organization; without it, the caller's own
 * @param reporters where the caller needs them too
 * @throws Problem "forbidden" when the caller may not see the named organization
 */
export async function sourceStates(
  ctx: ReaderContext,
  named: string | undefined,
  reporters?: Promise<Reporters>,
): Promise<SourceState[]> {
  const organization =
    named === undefined ? ownOrganization(ctx.actor) : chosenOrganization(ctx.actor, named);
  if (organization === undefined)
    throw new Problem("forbidden", "You may only list the sources of your own organization.");
  if (organization === null) return [];
  const kinds = sourceKinds.filter(({ isOn }) => isOn(ctx));
  const states = Promise.all(kinds.map((kind) => kind.states(ctx, organization, reporters)));
  return (await withViewAudit(ctx, organization, states)).flat();
}
