import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { SourceInstance } from "../deployment/rows/observation.ts";
import { ownerOf } from "../deployment/rows/owner.ts";
import { inBatches } from "../kit/in-batches.ts";
import { divide } from "./id-groups.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Condition } from "../table/expression.ts";
import type { Key } from "../table/keys.ts";
import type { Row } from "../table/row.ts";
import type { Table } from "../table/table.ts";
import type { Slot } from "./slots.ts";
import { mayReplace, trailKind, trailRow } from "./trail.table.ts";

/** How many rows are written concurrently. */
const atOnce = 25;

/**
 * What a source says about slots as rows, one for each slot and group of deployments. The same slot gives the same
 * row. A trail also holds deployments that the source does not own. Readers take each slot from the owner.
 */
export function trailsOf(organization: OrganizationId, source: SourceInstance, slots: readonly Slot[]) {
  const owner = ownerOf(source);
  return slots.flatMap(({ slot, covers, deployments }) =>
    divide(deployments).map(({ group, deployments: members }) =>
      trailRow(organization, { owner, slot, ...group }, members, covers),
    ),
  );
}

/** How many bytes the figures of these trails have. They are nearly all that writing them costs. */
export const bytesOfTrails = (trails: ReturnType<typeof trailsOf>): number =>
  trails.reduce((sum, row) => sum + trailKind.read(row).payload.length, 0);

/** Stores trails. Nothing is read, and a slot that was watched to its end needs no condition. */
export async function storeTrails({ table }: Services, trails: ReturnType<typeof trailsOf>): Promise<void> {
  await inBatches(trails, atOnce, async (row) => {
    for (const conditions of mayReplace(row)) if (await isPut(table, row, conditions)) return;
  });
}

async function isPut(table: Table, row: Key & Row, conditions: readonly Condition[]): Promise<boolean> {
  try {
    await table.put(row, conditions);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** Stores what a source says about slots. */
export const storeSlots = (
  services: Services,
  organization: OrganizationId,
  source: SourceInstance,
  slots: readonly Slot[],
): Promise<void> => storeTrails(services, trailsOf(organization, source, slots));
