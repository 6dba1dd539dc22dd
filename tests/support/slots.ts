import type { ReportedSlot, SlotDatabases } from "@shardwatch/core/contract/report/slots";
import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import { partitionOf } from "@shardwatch/core/table/keys";
import type { StoredRow } from "@shardwatch/core/table/row";
import type { World } from "./world.ts";

export const slotMilliseconds = 300_000;

/** When a slot began, in Unix milliseconds. The slot before the present one is one slot ago. */
export const slotStart = (world: World, slotsAgo: number): number =>
  (Math.floor(world.clock.now() / slotMilliseconds) - slotsAgo) * slotMilliseconds;

/** Figures of `count` databases, each a step above the one before. */
export function slotFigures(count: number, figure: number): SlotDatabases {
  const ids = Array.from({ length: count }, (_, index) => String(index));
  return { ids, used: ids.map((id) => figure + Number(id)), ops: ids.map((id) => (figure + Number(id)) / 3) };
}

/** A slot in which each of these deployments has three databases. */
export const slotFrom = (begun: number, keys: readonly string[], figure: number): ReportedSlot => ({
  at: new Date(begun).toISOString(),
  deployments: keys.map((key) => ({ key, status: "active", databases: slotFigures(3, figure) })),
});

/** The trails of an organization, in the order of their keys. */
export async function trailsOf(world: World, organizationId: string): Promise<StoredRow[]> {
  const pk = partitionOf(organizationOfJob(organizationId));
  return await world.services.table.queryAll({ pk, prefix: "TRAIL#" });
}
