import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { day } from "../../kit/time.ts";
import type { Condition } from "../../table/expression.ts";
import { number, text } from "../../table/field.ts";
import { RowKind, type RowOf } from "../../table/row.ts";
import { expiresAt } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import { tombstoneKey } from "./deployment.keys.ts";

/*
 * A deleted deployment comes back with the first report that was measured after the deletion. Its tombstone
 * refuses reports that were measured before and arrive late.
 */

/** How long a tombstone lives, in milliseconds: the same as pulses. */
const lifetime = 90 * day;

/** A row of its own: in the place of a summary, every list would have to read and skip it. */
export const tombstoneKind = new RowKind("tombstone", 1, {
  /** Unix epoch in milliseconds. */
  deletedAt: number("at"),
  /** The source that owned the deployment, as `ownerOf` writes it. */
  owner: text(),
});

export type TombstoneRow = RowOf<typeof tombstoneKind>;

/** Writes the tombstone of a deleted deployment. It expires after ninety days. */
export function putTombstone(organization: OrganizationId, id: string, row: TombstoneRow) {
  const end = expiresAt(row.deletedAt + lifetime);
  return { put: { ...tombstoneKey(organization, id), ...tombstoneKind.write(row), ...end } } satisfies Write;
}

/** Holds while there is no tombstone, or an older one. */
export const deletedBefore = (time: number): Condition => ({
  attribute: tombstoneKind.attribute.deletedAt,
  absentOr: "<",
  value: time,
});

/** Removes the tombstone of an earlier deletion, if there is one, when the deployment is created again. */
export function clearTombstone(organization: OrganizationId, id: string, measuredAt: number): Write {
  return {
    delete: tombstoneKey(organization, id),
    when: [deletedBefore(measuredAt)],
  };
}

/** The tombstones of those of the deployments that were deleted, by id. */
export async function deletions(
  services: Services,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, TombstoneRow>> {
  const rows = await services.table.batchGet(ids.map((id) => tombstoneKey(organization, id)));
  return new Map(
    ids.flatMap((id, index) => {
      const row = rows[index];
      return row ? [[id, tombstoneKind.read(row)]] : [];
    }),
  );
}
