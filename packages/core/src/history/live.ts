import type { ReaderContext, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Live } from "../contract/deployment/live.ts";
import { isActive } from "../contract/filter/severity.ts";
import { readLocated } from "../deployment/read/locate.ts";
import { findOwned } from "../deployment/read/owned.ts";
import { ownerOfVia } from "../deployment/rows/owner.ts";
import { shortIdOf } from "./deployment-bytes.ts";
import { hasDetails, hasMemory, isRead, toLive } from "./live-figures.ts";
import type { NewestCodes } from "./newest/newest.table.ts";
import { readGroups } from "./stored-groups.ts";
import { slotAt } from "./slots.ts";
import { trailKey, trailsOfGroup } from "./trail.keys.ts";
import { readCodedTrails } from "./trail.table.ts";

/** A deployment that was not part of the last report is still found in the one before. */
const newest = 2;
/** So long before its status began, at most, a server that can't be read was read: an hour. Its status may have changed often. */
const readBefore = 12;
/** Details are read once an hour. After them, there is a slot of memory every quarter of an hour, or every five minutes. */
const recent = 24;

/** What a detail says of a deployment. It saves a round trip where it is still so. */
interface Known {
  /** What reported the deployment. */
  via?: string | undefined;
  /** Since when its status lasts. */
  statusSince?: string | undefined;
}

/**
 * The newest five-minute values of a deployment. Where its databases could not be read lately, those of the last time.
 * Throws notFound and conflict as `get` does.
 */
export async function live(
  ctx: ReaderContext,
  id: string,
  { organizationId, ...known }: Known & { organizationId?: string | undefined },
): Promise<Live> {
  return await readLocated(ctx, id, organizationId, (organization) => readLive(ctx, organization, id, known));
}

async function readLive(
  services: Services,
  organization: OrganizationId,
  id: string,
  { via, statusSince }: Known,
): Promise<Live | undefined> {
  const expected = via === undefined ? undefined : ownerOfVia(via);
  /** The newest slot, and those from before the status began. */
  const slotsOf = (owner: string, since: string | undefined) =>
    Promise.all([
      newestSlot(services, organization, owner, id),
      slotsUntil(services, organization, owner, id, since),
    ]);
  const [owned, early] = await Promise.all([
    findOwned(services, organization, id),
    expected === undefined ? undefined : slotsOf(expected, statusSince),
  ]);
  if (!owned) return undefined;
  const now = services.clock.now();
  if (!owned.detailedHistory) {
    const since = isActive(owned.status) ? undefined : owned.statusSince;
    const known = owned.owner === expected ? early : undefined;
    const [slot, before] = known ?? (await slotsOf(owned.owner, since));
    if (!slot || isRead(slot)) return toLive(owned, slot, undefined, now);
    const isRight = known === undefined || statusSince === since;
    const earlier = isRight ? before : await slotsUntil(services, organization, owned.owner, id, since);
    return toLive(owned, earlier.find(isRead) ?? slot, undefined, now);
  }
  const slots = await newestSlots(services, organization, owned.owner, id, recent);
  return toLive(owned, slots.find(hasMemory) ?? slots[0], slots.find(hasDetails), now);
}

/** The slots up to a time in ISO 8601, the newest first: that of the time may have begun well. None without a time. */
async function slotsUntil(
  services: Services,
  organization: OrganizationId,
  owner: string,
  id: string,
  time: string | undefined,
): Promise<NewestCodes[]> {
  if (time === undefined) return [];
  const before = slotAt(Date.parse(time)) + 1;
  return await newestSlots(services, organization, owner, id, readBefore, before);
}

const newestSlot = async (services: Services, organization: OrganizationId, owner: string, id: string) =>
  (await newestSlots(services, organization, owner, id, newest))[0];

/**
 * The newest slots of a deployment, the newest first. Of a source with more than 150 databases in two rounds.
 * @param limit how many of each group
 * @param before the slot before which they are; all without it
 */
async function newestSlots(
  services: Services,
  organization: OrganizationId,
  owner: string,
  id: string,
  limit: number,
  before?: number,
): Promise<NewestCodes[]> {
  const { table, clock } = services;
  const rows = await readGroups(services, organization, { owner, id, eventually: true }, async (group) => {
    const trails = { owner, ...group };
    const after = before === undefined ? undefined : trailKey(organization, { ...trails, slot: before }).sk;
    const options = { limit, descending: true, eventually: true, after };
    return (await table.query(trailsOfGroup(organization, trails), options)).rows;
  });
  const slots = readCodedTrails(rows, clock.now(), shortIdOf(id)).flatMap(({ slot, deployments }) =>
    deployments.map((deployment) => ({ slot, deployment })),
  );
  return slots.toSorted((left, right) => right.slot - left.slot);
}
