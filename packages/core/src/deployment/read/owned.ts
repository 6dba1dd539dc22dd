import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment.ts";
import { deploymentDetailKey, deploymentKey } from "../rows/deployment.keys.ts";
import { readDetail, readSummary } from "../rows/deployment.table.ts";

/** A deployment with the source whose data counts. */
export interface Owned extends Pick<DeploymentListItem, "source" | "type"> {
  /** Source and instance, as `ownerOf` writes them. */
  owner: string;
  /** The ids of its databases, in their order. */
  databases: string[];
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
  const { owner, item } = readSummary(summaryRow);
  const { source, type } = JSON.parse(item) as DeploymentListItem;
  return { owner, source, type, databases: readDetail(detailRow).databases.map((database) => database.id) };
}
