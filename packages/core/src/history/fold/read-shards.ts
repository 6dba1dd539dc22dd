import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { readShards, shardsPart } from "./folded.table.ts";
import { type DayRange, readDayRows } from "./read-folded.ts";

/**
 * The shards of a Redis Enterprise cluster at the end of each folded day, in their order. Days without a license are
 * left out. One Query for a cluster with few databases: 14 rows for 90 days.
 */
export async function readShardPast(
  services: Services,
  organization: OrganizationId,
  id: string,
  range: DayRange,
) {
  const rows = await readDayRows(services, organization, id, range, shardsPart.attributes);
  return readShards(rows).filter(({ day }) => day >= range.first && day < range.end);
}
