import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Row } from "../../table/row.ts";
import { deploymentDetailKey, deploymentKey } from "../rows/deployment.keys.ts";
import { readSummary, type SummaryRow } from "../rows/deployment.table.ts";
import { type PulseRow, unownedOf } from "../rows/pulse.table.ts";
import type { PageCommit } from "./source-report.ts";

/** The rows of a page's deployments. */
export interface StoredPage {
  /** In the order of the page; undefined where there is none. */
  rows: (SummaryRow | undefined)[];
  /** Returns the detail of a deployment that its source may write; undefined where there is none. */
  detailOf: (id: string) => Row | undefined;
  /** Reads the details that were not expected to be written. Costs nothing when there are none. */
  readAlso: (ids: readonly string[]) => Promise<void>;
}

/**
 * Reads the rows, and the details without those of deployments that another source owned at the last report.
 * It is one round trip.
 */
export async function readPage(
  services: Services,
  { organization, page }: PageCommit,
  before: PulseRow | undefined,
): Promise<StoredPage> {
  const unowned = unownedOf(before);
  const expected = page.map(({ id }) => id).filter((id) => !unowned.has(id));
  const found = await services.table.batchGet([
    ...page.map(({ id }) => deploymentKey(organization, id)),
    ...expected.map((id) => deploymentDetailKey(organization, id)),
  ]);
  const details = new Map(expected.map((id, index) => [id, found[page.length + index]]));
  return {
    rows: found.slice(0, page.length).map((row) => row && readSummary(row)),
    detailOf: (id) => details.get(id),
    readAlso: async (ids) => {
      const others = ids.filter((id) => !details.has(id));
      for (const [id, row] of await readDetails(services, organization, others)) details.set(id, row);
    },
  };
}

async function readDetails({ table }: Services, organization: OrganizationId, ids: readonly string[]) {
  const rows = await table.batchGet(ids.map((id) => deploymentDetailKey(organization, id)));
  return ids.map((id, index) => [id, rows[index]] as const);
}
