import { agentKeys } from "./agent-key/source.ts";
import type { Services } from "./access/context.ts";
import type { OrganizationId } from "./access/scope.ts";
import { type DeploymentSource, deploymentSources } from "./contract/source.ts";
import { elastiCacheSource } from "./elasticache/source.ts";
import type { ListedSource, SourceKind } from "./integration/source-kind.ts";
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
