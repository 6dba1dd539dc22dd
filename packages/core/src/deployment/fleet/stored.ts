import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { batchGetAll } from "../../table/batch.ts";
import type { StoredRow } from "../../table/row.ts";
import { deploymentDetailKey, deploymentKey } from "../rows/deployment.keys.ts";
import { readDetail, readSummary, type SummaryRow } from "../rows/deployment.table.ts";
import { readLast } from "../rows/figures.ts";
import type { FleetItem, StoredDeployment } from "./database.ts";

/** A deployment as its own rows hold it, with the columns that say which pulse it belongs to. */
export interface OwnedDeployment extends Pick<SummaryRow, "owner" | "measuredAt"> {
  deployment: StoredDeployment;
}

/** Those of the deployments that exist, by id. */
export async function readDeployments(
  services: Services,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, OwnedDeployment>> {
  const keys = ids.flatMap((id) => [deploymentKey(organization, id), deploymentDetailKey(organization, id)]);
  const rows = new Map((await batchGetAll(services.table, keys)).map((row) => [row.sk, row]));
  const found = ids.flatMap((id): [string, OwnedDeployment][] => {
    const summary = rows.get(deploymentKey(organization, id).sk);
    const detail = rows.get(deploymentDetailKey(organization, id).sk);
    return summary ? [[id, read(summary, detail)]] : [];
  });
  return new Map(found);
}

function read(summaryRow: StoredRow, detailRow: StoredRow | undefined): OwnedDeployment {
  const { item, last, owner, measuredAt, born } = readSummary(summaryRow);
  const { databases, certificateEnd, replicas } = readDetail(detailRow);
  const deployment = {
    item: {
      ...slim(JSON.parse(cleanJson(item)) as DeploymentListItem),
      ...(certificateEnd !== undefined && { certificateEnd }),
      ...(replicas && { replicas }),
      ...(databases.some(({ role }) => role === "replica") && { isReplica: true as const }),
      ...(born !== undefined && { born }),
    },
    databases: databases.map((database) => ({ ...database, memoryUsed: null })),
    last: readLast(last).used,
  };
  return { owner, measuredAt, deployment };
}

/** Leaves out what no list of databases shows. */
function slim(item: DeploymentListItem): FleetItem {
  const { databases: _, statusMessage: __, enterpriseAdminUrl: ___, statusSince: ____, ...rest } = item;
  return rest;
}
