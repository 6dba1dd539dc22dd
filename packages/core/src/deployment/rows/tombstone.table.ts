import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { day, second } from "../../kit/time.ts";
import { tombstoneKey } from "../../table/keys.ts";
import { timeToLiveAttribute } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";

/*
 * A deleted deployment comes back with the first report that was measured after the deletion. Its tombstone keeps
 * away what was measured before and arrives late.
 */

/** As long as pulses live: whoever has been silent for longer starts anew. */
const remembered = 90 * day;

export interface TombstoneRow {
  sk: string;
  /** When it was deleted, Unix epoch in milliseconds. */
  at: number;
  /** Whose word the deployment was, as `ownerOf` writes it. */
  owner: string;
}

/** Remembers for ninety days that a deployment was deleted. */
export function putTombstone(
  organization: OrganizationId,
  id: string,
  { at, owner }: Pick<TombstoneRow, "at" | "owner">,
): Write {
  const ttl = Math.ceil((at + remembered) / second);
  return { put: { ...tombstoneKey(organization, id), at, owner, [timeToLiveAttribute]: ttl } };
}

/** Removes what is left of an earlier deletion, if anything, beside the creation of the deployment. */
export function clearTombstone(organization: OrganizationId, id: string, measuredAt: number): Write {
  return {
    delete: tombstoneKey(organization, id),
    when: [{ attribute: "at", absentOr: "<", value: measuredAt }],
  };
}

/** What is remembered of those of the deployments that were deleted. */
export async function deletions(
  house: House,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, TombstoneRow>> {
  const rows = await house.table.batchGet(ids.map((id) => tombstoneKey(organization, id)));
  return new Map(
    ids.flatMap((id, index) => (rows[index] ? [[id, rows[index] as unknown as TombstoneRow]] : [])),
  );
}
