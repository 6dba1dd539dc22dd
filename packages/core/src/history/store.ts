import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { SourceInstance } from "../deployment/rows/observation.ts";
import { ownerOf } from "../deployment/rows/owner.ts";
import { inBatches } from "../kit/in-batches.ts";
import { divide } from "./groups.ts";
import type { Slot } from "./slots.ts";
import { trailRow } from "./trail.table.ts";

/** How many rows are written concurrently. */
const atOnce = 25;

/**
 * Stores what a source says about slots, one row for each slot and group of deployments. Nothing is read and no
 * condition is needed: the same slot gives the same row. A trail also holds deployments that the source does not own.
 * Readers take each slot from the owner.
 */
export async function storeSlots(
  { table }: Services,
  organization: OrganizationId,
  source: SourceInstance,
  slots: readonly Slot[],
): Promise<void> {
  const owner = ownerOf(source);
  const rows = slots.flatMap(({ slot, deployments }) =>
    divide(deployments).map(({ group, deployments: members }) => ({
      name: { owner, slot, ...group },
      members,
    })),
  );
  await inBatches(rows, atOnce, ({ name, members }) => table.put(trailRow(organization, name, members)));
}
