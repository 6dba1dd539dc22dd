import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Database, DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { deploymentDetailKey, deploymentKey } from "../rows/deployment.keys.ts";
import { type PastOwner, pastOwnersOf } from "../rows/past-owners.ts";
import { readDetail, readSummary } from "../rows/deployment.table.ts";

/** A deployment with the source whose data counts. */
export interface Owned extends Pick<
  DeploymentListItem,
  "source" | "type" | "status" | "statusSince" | "license"
> {
  /** Source and instance, as `ownerOf` writes them. */
  owner: string;
  /** The owners of the last three days before it, the oldest first. */
  pastOwners: PastOwner[];
  /** When it was first reported, Unix epoch in milliseconds; undefined in older rows. */
  born: number | undefined;
  /** The ids of its databases, in their order. */
  databases: string[];
  /** Whether more than memory is read of an ElastiCache account. */
  detailedHistory: boolean;
  /** Whether it is a replica, or has some; undefined when that is not known. */
  replicated: "replica" | "primary" | "alone" | undefined;
}

/** Undefined for a deployment that does not exist. */
export async function findOwned(
  { table }: Services,
  organization: OrganizationId,
  id: string,
): Promise<Owned | undefined> {
  const [summaryRow, detailRow] = await table.batchGet([
    deploymentKey(organization, id),
    deploymentDetailKey(organization, id),
  ]);
  if (!summaryRow) return undefined;
  const summary = readSummary(summaryRow);
  const { owner, item, born } = summary;
  const { source, type, status, statusSince, license } = JSON.parse(item) as DeploymentListItem;
  const { databases, detailedHistory = false } = readDetail(detailRow);
  return {
    owner,
    born,
    pastOwners: pastOwnersOf(summary),
    source,
    license,
    type,
    status,
    ...(statusSince !== undefined && { statusSince }),
    databases: databases.map((database) => database.id),
    detailedHistory,
    replicated: replicationOf(databases),
  };
}

function replicationOf(databases: readonly Database[]): Owned["replicated"] {
  if (databases.some(({ role }) => role === "replica")) return "replica";
  const replicas = databases.map((database) => database.mostReplicas ?? database.replicas ?? undefined);
  if (replicas.some((count) => count !== undefined && count > 0)) return "primary";
  return replicas.length > 0 && replicas.every((count) => count === 0) ? "alone" : undefined;
}
