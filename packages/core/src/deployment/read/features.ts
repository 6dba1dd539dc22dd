import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { batchGetAll } from "../../table/batch.ts";
import { deploymentDetailKey, deploymentOfDetail } from "../rows/deployment.keys.ts";
import { readDetail } from "../rows/deployment.table.ts";

/** The features of the licenses of these deployments, by id. They are in the details, which may be a second old. */
export async function featuresOf(
  { table }: Services,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await batchGetAll(
    table,
    ids.map((id) => deploymentDetailKey(organization, id)),
    true,
  );
  return new Map(rows.map((row) => [deploymentOfDetail(row), readDetail(row).license?.features ?? []]));
}
