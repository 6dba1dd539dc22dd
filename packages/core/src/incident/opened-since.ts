import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { newId } from "../kit/ids.ts";
import { openOf, pastOf, pastSortKey } from "./rows/incident.keys.ts";
import { readIncidents } from "./rows/incident.table.ts";
import type { IncidentRecord } from "./rows/record.ts";

/**
 * The incidents that opened since a time, open and past ones. Ids of past incidents sort by the minute of opening, so no
 * older one is read. Rows may be a second old.
 * @param since Unix epoch in milliseconds
 * @param most how many past ones are read, the oldest first; the answer is partial where there may be more
 */
export async function openedSince(
  { table }: Pick<Services, "table">,
  organization: OrganizationId,
  since: number,
  most: number,
): Promise<{ records: IncidentRecord[]; isPartial: boolean }> {
  const after = pastSortKey(newId("incident", since, new Uint8Array(16)));
  const [open, past] = await Promise.all([
    table.queryAll(openOf(organization), { eventually: true }),
    table.queryFirst(pastOf(organization), most, { after, eventually: true }),
  ]);
  const all = readIncidents([...open, ...past]).map(({ record }) => record);
  // One that ends between the two reads is in both.
  const records = [...new Map(all.map((record) => [record.id, record])).values()];
  return {
    records: records.filter(({ openedAt }) => openedAt >= since),
    isPartial: past.length === most,
  };
}
