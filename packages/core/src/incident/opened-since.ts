import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { newId } from "../kit/ids.ts";
import type { StoredRow } from "../table/row.ts";
import { openOf, pastOf, pastSortKey } from "./rows/incident.keys.ts";
import { packedBytes, readIncidents } from "./rows/incident.table.ts";
import type { IncidentRecord } from "./rows/record.ts";

/**
 * How much of past incidents is read, as they are stored, in bytes. A thousand of a few deployments have half of it. Of
 * those with thousands of deployments, a thousand would take 2.5 GB of memory.
 */
const mostBytes = 2_000_000;

/**
 * The incidents that opened since a time, open and past ones. Ids of past incidents sort by the minute of opening, so no
 * older one is read. Rows may be a second old.
 * @param since Unix epoch in milliseconds
 * @param most how many past ones are read, the oldest first; fewer where they are large. The answer is partial where there
 *   may be more
 */
export async function openedSince(
  services: Pick<Services, "table">,
  organization: OrganizationId,
  since: number,
  most: number,
): Promise<{ records: IncidentRecord[]; isPartial: boolean }> {
  const [open, past] = await Promise.all([
    services.table.queryAll(openOf(organization), { eventually: true }),
    pastSince(services, organization, since, most),
  ]);
  const all = readIncidents([...open, ...past.rows]).map(({ record }) => record);
  // One that ends between the two reads is in both.
  const records = [...new Map(all.map((record) => [record.id, record])).values()];
  return { records: records.filter(({ openedAt }) => openedAt >= since), isPartial: past.isPartial };
}

async function pastSince(
  { table }: Pick<Services, "table">,
  organization: OrganizationId,
  since: number,
  most: number,
): Promise<{ rows: StoredRow[]; isPartial: boolean }> {
  const rows: StoredRow[] = [];
  let after: string | undefined = pastSortKey(newId("incident", since, new Uint8Array(16)));
  for (let bytes = 0; after !== undefined && rows.length < most && bytes < mostBytes;) {
    // A page has 1 MB at most.
    const page = await table.query(pastOf(organization), {
      after,
      limit: most - rows.length,
      eventually: true,
    });
    rows.push(...page.rows);
    bytes += page.rows.reduce((sum, row) => sum + packedBytes(row), 0);
    after = page.last;
  }
  return { rows, isPartial: after !== undefined };
}
