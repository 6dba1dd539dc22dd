import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { doFiguresHold } from "../../contract/deployment/figures-hold.ts";
import { type DeploymentSource, isRead } from "../../contract/source/source.ts";
import { type Holders, holdersOf, type Owner } from "../../deployment/read/owners.ts";
import { minute, second } from "../../kit/time.ts";
import { type ShortId, shortIdOf } from "../deployment-bytes.ts";
import { slotAt, slotLength } from "../slots.ts";
import { gather } from "./gather.ts";
import { newestOf } from "./newest.keys.ts";
import { type NewestCodes, type NewestSlots, readNewest, type StoredNewest } from "./newest.table.ts";
import { storeNewest } from "./store.ts";

export type { NewestCodes };

/*
 * The newest five-minute figures of an organization, in one place. Trails are stored by source, so a list of a fleet
 * would read one row of each of its agents. These rows hold what such a reading found, for the next ones: about 20 bytes a
 * database. No report writes them, because that would cost each agent a write unit every five minutes. The hourly figures
 * of an AWS account are the exception: their reading writes them.
 */

/** An agent sends the values of a slot with its first report after it. */
const sentWithin = 90 * second;
/** What was missing is looked for again after this time. */
const again = minute;

/** What is stored. One Query; it may be a second old. */
export const readStoredNewest = async (
  { table }: Pick<Services, "table">,
  organization: OrganizationId,
): Promise<StoredNewest> => readNewest(await table.queryAll(newestOf(organization), { eventually: true }));

/**
 * The newest figures of each deployment, by its id: not older than two rhythms of its source. Reads the trails of the
 * agents that must have newer ones, and stores them for the next look.
 */
export async function newestFigures(
  services: Services,
  organization: OrganizationId,
  { wanted, owners }: Holders,
  stored: StoredNewest,
): Promise<Map<string, NewestCodes>> {
  const now = services.clock.now();
  const isTime = stored.at === undefined || Math.abs(now - stored.at) >= again;
  const all = isTime ? owners() : [];
  const behind = all.filter((owner) => isBehind(owner, stored.slots, now));
  const names = namesOf(wanted);
  if (behind.length === 0) return valuesOf(names, stored.slots, now);
  const found = await gather(services, organization, behind, (owner) => expectedSlot(owner, now));
  const slots = merged(namesOf(holdersOf(all).wanted), stored.slots, found, now);
  await storeNewest(services, organization, stored, slots);
  return valuesOf(names, slots, now);
}

/** The newest slot that an agent can have sent. */
const expectedSlot = ({ receivedAt }: Owner, now: number): number =>
  slotAt(Math.min(now - sentWithin, receivedAt)) - 1;

/** Whether an agent must have newer figures than the stored ones. What nobody would be shown does not count. */
function isBehind(owner: Owner, slots: NewestSlots, now: number): boolean {
  if (isRead(owner.kind) || owner.deployments.size === 0) return false;
  const expected = expectedSlot(owner, now);
  if (!doFiguresHold(owner.kind, endOf(expected), now)) return false;
  return [...owner.deployments].every((id) => (slots.get(shortIdOf(id))?.slot ?? 0) < expected);
}

const endOf = (slot: number): number => (slot + 1) * slotLength;

interface Named {
  id: string;
  kind: DeploymentSource;
}
type Names = ReadonlyMap<ShortId, Named>;

/**
 * The deployments by the names that trails have for them. Of two with one name nobody could know whose figures it has, so
 * neither is named: another source could have computed it.
 */
function namesOf(deployments: Holders["wanted"]): Names {
  const names = new Map<ShortId, Named>();
  const twice = new Set<ShortId>();
  for (const [id, { kind }] of deployments) {
    const shortId = shortIdOf(id);
    if (names.has(shortId)) twice.add(shortId);
    names.set(shortId, { id, kind });
  }
  for (const shortId of twice) names.delete(shortId);
  return names;
}

/**
 * What is stored and what was found together, without what nobody is shown any more. Figures of accounts are left out:
 * they are in rows of their own.
 */
function merged(
  names: Names,
  before: NewestSlots,
  found: ReadonlyMap<string, NewestCodes>,
  now: number,
): NewestSlots {
  const slots = new Map<ShortId, NewestCodes>();
  for (const [shortId, one] of before) {
    const kind = names.get(shortId)?.kind;
    if (kind !== undefined && !isRead(kind) && doesHold(kind, one, now)) slots.set(shortId, one);
  }
  for (const [id, one] of found) {
    const { shortId } = one.deployment;
    if (names.get(shortId)?.id === id && one.slot >= (slots.get(shortId)?.slot ?? 0)) slots.set(shortId, one);
  }
  return slots;
}

const doesHold = (kind: DeploymentSource, { slot }: NewestCodes, now: number): boolean =>
  doFiguresHold(kind, endOf(slot), now);

/** The figures that still say something about now, by the ids of the deployments. */
function valuesOf(names: Names, slots: NewestSlots, now: number): Map<string, NewestCodes> {
  const all = new Map<string, NewestCodes>();
  for (const [shortId, { id, kind }] of names) {
    const one = slots.get(shortId);
    if (one && doesHold(kind, one, now)) all.set(id, one);
  }
  return all;
}
