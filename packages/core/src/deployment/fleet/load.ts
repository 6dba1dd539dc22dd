import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { batchGetAll } from "../../table/batch.ts";
import { deploymentDetailKey, deploymentOfKey, deploymentsOf, pulsesOf } from "../rows/deployment.keys.ts";
import { readDetail, readSummary } from "../rows/deployment.table.ts";
import { readLast } from "../rows/figures.ts";
import { latestFigures, readPulses } from "../rows/pulse.table.ts";
import { assemble, type Fleet } from "./fleet.ts";

/** All databases of an organization. */
export async function loadFleet(services: Services, organization: OrganizationId): Promise<Fleet> {
  const [summaries, pulses] = await Promise.all([
    services.table.queryAll(deploymentsOf(organization)),
    services.table.queryAll(pulsesOf(organization)),
  ]);
  const keys = summaries.map((row) => deploymentDetailKey(organization, deploymentOfKey(row)));
  const details = new Map((await batchGetAll(services.table, keys)).map((row) => [row.sk, row]));
  const stored = summaries.map((row, index) => {
    const { item, last } = readSummary(row);
    const { databases } = readDetail(details.get(keys[index]?.sk ?? ""));
    return { item: JSON.parse(cleanJson(item)) as DeploymentListItem, databases, last: readLast(last).used };
  });
  return assemble(stored, latestFigures(readPulses(pulses)), services.clock.now());
}
