import type { StoredRow } from "@shardwatch/core/table/row";
import { work } from "@shardwatch/functions/jobs/work";
import { organizationPartition } from "./scope.ts";
import type { Person, World } from "./world.ts";

/** Does the census of an organization as its worker does. Returns whether it is done. */
export const takeCensus = (
  world: World,
  { organizationId }: Pick<Person, "organizationId">,
): Promise<boolean> => work(world.services, JSON.stringify({ kind: "census", organizationId }));

/** All rows that censuses have written for an organization. */
export async function censusRowsOf(
  world: World,
  { organizationId }: Pick<Person, "organizationId">,
): Promise<StoredRow[]> {
  const pk = organizationPartition(organizationId);
  const rows = ["CENSUS#", "SPARKS#", "TOTALS#"].map((prefix) =>
    world.services.table.queryAll({ pk, prefix }),
  );
  return (await Promise.all(rows)).flat();
}
