import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { mostRemembered, type PastOwner } from "../../deployment/rows/past-owners.ts";
import type { StoredRow } from "../../table/row.ts";
import type { CodedDeployment } from "../coded-deployment.ts";
import type { ShortId } from "../deployment-bytes.ts";
import type { IdGroup } from "../id-groups.ts";
import { slotLength } from "../slots.ts";
import { readGroups } from "../stored-groups.ts";
import { slotOfTrail, trailKey, trailsOfGroup } from "../trail.keys.ts";
import { readCodedTrails } from "../trail.table.ts";

/** Slots from `first` on, before `end`. */
export interface SlotRange {
  first: number;
  end: number;
}

/**
 * What one source said, by slot: the rows that may hold the deployment. They stay packed until `saidIn` reads them, because
 * a day of thousands of databases takes hundreds of megabytes.
 */
export type SaidOf = ReadonlyMap<number, readonly StoredRow[]>;

/**
 * What a source said about a deployment in these slots. Two Queries side by side, and a
 * second round for a source with more than 150 databases (`readGroups`). The rows may be a second old.
 */
export async function readSaid(
  services: Services,
  organization: OrganizationId,
  owner: string,
  id: string,
  range: SlotRange,
): Promise<SaidOf> {
  if (range.end <= range.first) return new Map();
  const rows = await readGroups(services, organization, { owner, id, eventually: true }, (group) =>
    readGroup(services, organization, { owner, ...group }, range),
  );
  return Map.groupBy(rows, slotOfTrail);
}

/** The trails of one group in these slots. */
async function readGroup(
  { table }: Services,
  organization: OrganizationId,
  group: IdGroup & { owner: string },
  { first, end }: SlotRange,
): Promise<StoredRow[]> {
  const rows = await table.queryFirst(trailsOfGroup(organization, group), end - first, {
    after: trailKey(organization, { ...group, slot: first - 1 }).sk,
    eventually: true,
  });
  return rows.filter((row) => slotOfTrail(row) < end);
}

/** The deployment in the first of these rows that holds it. */
export function saidIn(
  rows: readonly StoredRow[],
  shortId: ShortId,
  now: number,
): CodedDeployment | undefined {
  for (const row of rows) {
    const [trail] = readCodedTrails([row], now, shortId);
    if (trail?.deployments[0]) return trail.deployments[0];
  }
  return undefined;
}

/** A source with the time in which it owned a deployment. Times are Unix milliseconds. */
export interface Ownership {
  owner: string;
  from: number;
  until: number;
}

/**
 * The owners of a deployment with their times, the oldest first. Nobody owned it before it was born. Of the time before
 * the remembered owners nobody is known.
 */
export function ownershipsOf(
  owner: string,
  pastOwners: readonly PastOwner[],
  born: number | undefined,
): Ownership[] {
  const [oldest] = pastOwners;
  const isCut = pastOwners.length >= mostRemembered;
  let from = oldest && isCut ? oldest.until : (born ?? 0);
  return [...pastOwners.slice(isCut ? 1 : 0), { owner, until: Infinity }].map((one) => {
    const ownership = { owner: one.owner, from, until: one.until };
    from = one.until;
    return ownership;
  });
}

/** Whether a slot, or a part of it, lies in the time in which a source owned a deployment. */
export const holdsSlot = ({ from, until }: Ownership, slot: number): boolean =>
  (slot + 1) * slotLength > from && slot * slotLength < until;

/**
 * The slots of a deployment with the rows of its owners. A slot in which the owner changed is the later owner's, if that
 * one has it, so its rows come first.
 * @param saidBy what each owner said
 */
export function slotsOfOwners(
  ownerships: readonly Ownership[],
  saidBy: ReadonlyMap<string, SaidOf>,
): Map<number, readonly StoredRow[]> {
  const slots = new Map<number, readonly StoredRow[]>();
  for (const ownership of ownerships)
    for (const [slot, rows] of saidBy.get(ownership.owner) ?? [])
      if (holdsSlot(ownership, slot)) slots.set(slot, [...rows, ...(slots.get(slot) ?? [])]);
  return slots;
}
