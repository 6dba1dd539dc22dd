import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { batchGetAll } from "../../table/batch.ts";
import { deploymentKey, deploymentOfTombstone, tombstoneKey } from "../rows/deployment.keys.ts";
import { readSummary } from "../rows/deployment.table.ts";

/** Those of the ids whose deployments were deleted in the last ninety days. Costs a read unit for each. */
export async function deletedAmong(
  services: Services,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Set<string>> {
  const keys = ids.map((id) => tombstoneKey(organization, id));
  return new Set((await batchGetAll(services.table, keys)).map(deploymentOfTombstone));
}

/** What a source says of a deployment that is not well, and since when. */
export interface StatusWords {
  words: string | null;
  /** Unix epoch in milliseconds; null when not known. */
  since: number | null;
}

/** The words about some deployments, by id. Costs a read unit for each. */
export async function statusWords(
  services: Services,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, StatusWords>> {
  const rows = await batchGetAll(
    services.table,
    ids.map((id) => deploymentKey(organization, id)),
  );
  return new Map(
    rows.map((row) => {
      const { id, statusMessage, statusSince } = JSON.parse(
        cleanJson(readSummary(row).item),
      ) as DeploymentListItem;
      return [
        id,
        { words: statusMessage, since: statusSince === undefined ? null : Date.parse(statusSince) },
      ];
    }),
  );
}
