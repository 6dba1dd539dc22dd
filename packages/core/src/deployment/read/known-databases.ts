import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Database } from "../../contract/deployment/deployment.ts";
import { deploymentDetailKey, deploymentKey, pulsesOfSource } from "../rows/deployment.keys.ts";
import { readDetail, readSummary } from "../rows/deployment.table.ts";
import { readLast } from "../rows/figures.ts";
import { latestFigures } from "../rows/latest-figures.ts";
import { readPulses } from "../rows/pulse.table.ts";

/**
 * The databases of a deployment from its source's last report, with their figures. A source needs them when it could not read
 * all of them again. Empty for a deployment that does not exist.
 */
export async function knownDatabases(
  services: Services,
  organization: OrganizationId,
  id: string,
): Promise<Database[]> {
  const keys = [deploymentKey(organization, id), deploymentDetailKey(organization, id)];
  const [summaryRow, detailRow] = await services.table.batchGet(keys);
  if (!summaryRow) return [];
  const row = readSummary(summaryRow);
  const pulses = readPulses(await services.table.queryAll(pulsesOfSource(organization, row.owner)));
  const { used } = latestFigures(pulses, (one) => one === id).get(id)?.figures ?? readLast(row.last);
  const { databases } = readDetail(detailRow);
  return databases.map((database, index) => ({ ...database, memoryUsed: used[index] ?? null }));
}
