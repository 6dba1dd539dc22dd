import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { requireActive } from "../../organization/organization.ts";
import { ConditionFailed, tryWrite } from "../../table/errors.ts";
import type { Row } from "../../table/row.ts";
import type { SourceInstance } from "../../deployment/rows/observation.ts";
import { ownerOf } from "../../deployment/rows/owner.ts";
import type { Slot } from "../slots.ts";
import { toCodes } from "../trail-payload.ts";
import {
  kept,
  gatheringKind,
  gatheringRow,
  newestKind,
  newestRow,
  type NewestSlots,
  newestRows,
  type StoredNewest,
} from "./newest.table.ts";

/**
 * Stores what a request has gathered, for the next one. A row that exists is replaced alone: that costs half of what it does in
 * a transaction. It does not come back when it was deleted. The first row of an organization, and each further part,
 * is stored only while the organization exists. A part that does not change is not written.
 */
export async function storeNewest(
  services: Services,
  organization: OrganizationId,
  { at, parts }: Pick<StoredNewest, "at" | "parts">,
  slots: NewestSlots,
): Promise<void> {
  const { table, clock, log, settings } = services;
  if (settings.storesDerived === false) return;
  const now = clock.now();
  const [gathering, rows] = [gatheringRow(organization, now), newestRows(organization, slots, now)];
  try {
    const isFirst = at === undefined;
    const added = [...(isFirst ? [gathering] : []), ...rows.filter(({ sk }) => !parts.has(sk))];
    const changed = rows.filter((row) => isOther(row, parts.get(row.sk)));
    // Of two requests at a time, the second has gathered the same.
    if (!isFirst) await table.put(gathering, gatheringKind.equals({ at }));
    await Promise.all(changed.map((row) => table.put(row, [{ exists: true }])));
    for (const row of added) await table.transact([{ put: row }, requireActive(organization)]);
  } catch (error) {
    if (error instanceof ConditionFailed) return;
    // They are derived: the next look finds them again.
    log.warn("the newest figures were not stored", { error });
  }
}

const isOther = (row: Row, before: Uint8Array | undefined): boolean =>
  before !== undefined && Buffer.compare(newestKind.read(row).payload, before) !== 0;

/** Stores the newest figures of an account, which nobody could gather: there are slots of memory between them. */
export async function storeReadFigures(
  services: Services,
  organization: OrganizationId,
  source: SourceInstance,
  slots: readonly Slot[],
): Promise<void> {
  const newest = slots.findLast(({ deployments }) => deployments.length > 0);
  if (!newest) return;
  const members = newest.deployments.flatMap(
    (one) => kept({ slot: newest.slot, deployment: toCodes(one) }) ?? [],
  );
  if (members.length === 0) return;
  const put = newestRow(organization, ownerOf(source), members, services.clock.now());
  // The organization is being deleted.
  await tryWrite(services.table.transact([{ put }, requireActive(organization)]));
}
