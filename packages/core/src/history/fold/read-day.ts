import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { PastPart } from "../../deployment/read/past-parts.ts";
import { day } from "../../kit/time.ts";
import type { CodedDeployment } from "../coded-deployment.ts";
import { type ShortId, shortIdOf } from "../deployment-bytes.ts";
import { type IdGroup, idGroupOf } from "../id-groups.ts";
import { slotAt } from "../slots.ts";
import { nextGroup } from "../stored-groups.ts";
import { addSlot, type Timeline } from "../timeline/timeline.ts";
import { holdsSlot, type Ownership, ownershipsOf, type SlotRange } from "../timeline/read-slots.ts";
import { trailKey, trailsOfGroup } from "../trail.keys.ts";
import { readCodedTrails } from "../trail.table.ts";
import { emptyDay, slotsOfDay } from "./fold-day.ts";

/** Trails of a large source have 100 KB each. */
const rowsAtOnce = 50;

/**
 * So many databases of an owner are read at least, and twice those that it has now. An agent has up to 12,000, and one of
 * them takes 11 KB. Without a limit, slots of many deployments that name other databases each time would fill the memory.
 */
const leastDatabases = 15_000;

/** A deployment with its slots of the day, as far as they are read. */
interface Member {
  id: string;
  ownerships: readonly Ownership[];
  slots: Timeline;
  /** What was said about the few slots in which the owner changed, with the place of the ownership. */
  shared: Map<number, { place: number; said: CodedDeployment }>;
}

/**
 * The slots of a day of some deployments, each from who owned the deployment then. The trails of each owner are read once
 * for all of them. Undefined if `mayGoOn` says no before everything is read.
 * @param dayNumber counted from 1970-01-01
 */
export async function readDay(
  services: Services,
  organization: OrganizationId,
  deployments: readonly PastPart[],
  { dayNumber, mayGoOn }: { dayNumber: number; mayGoOn: () => boolean },
): Promise<Map<string, Timeline> | undefined> {
  const [begin, end] = [dayNumber * day, (dayNumber + 1) * day];
  const count = deployments.reduce((sum, { databaseCount }) => sum + databaseCount, 0);
  const spare = { left: Math.max(leastDatabases, 2 * count) };
  const members = deployments.map(({ id, owner, pastOwners, born }): Member => {
    const ownerships = ownershipsOf(owner, pastOwners, born);
    const ofDay = ownerships.filter(({ from, until }) => until > begin && from < end);
    return { id, ownerships: ofDay, slots: { ...emptyDay(dayNumber), spare }, shared: new Map() };
  });
  for (const [owner, own] of byOwner(members)) {
    const range = slotsOf(owner, own, dayNumber);
    let group = await nextGroup(services, organization, owner, undefined, { eventually: true });
    while (group) {
      if (!mayGoOn()) return undefined;
      await addTrails(services, organization, { owner, ...group }, own, range);
      group = await nextGroup(services, organization, owner, group, { eventually: true });
    }
  }
  for (const { slots, shared } of members) for (const [slot, { said }] of shared) addSlot(slots, slot, said);
  return new Map(members.map(({ id, slots }) => [id, slots]));
}

/** The deployments that each owner owned on the day. */
function byOwner(members: readonly Member[]): Map<string, Member[]> {
  const owned = new Map<string, Member[]>();
  for (const member of members)
    for (const owner of new Set(member.ownerships.map((one) => one.owner))) {
      const own = owned.get(owner);
      if (own) own.push(member);
      else owned.set(owner, [member]);
    }
  return owned;
}

/** The slots of the day in which an owner owned any of the deployments. */
function slotsOf(owner: string, members: readonly Member[], dayNumber: number): SlotRange {
  const own = members.flatMap(({ ownerships }) => ownerships.filter((one) => one.owner === owner));
  const from = own.reduce((earliest, one) => Math.min(earliest, one.from), Infinity);
  const until = own.reduce((latest, one) => Math.max(latest, one.until), 0);
  const last = slotAt(Math.min(until, (dayNumber + 1) * day - 1));
  return { first: Math.max(dayNumber * slotsOfDay, slotAt(from)), end: last + 1 };
}

/** Adds the trails of a group. Each page is dropped before the next is read. */
async function addTrails(
  services: Services,
  organization: OrganizationId,
  group: IdGroup & { owner: string },
  members: readonly Member[],
  { first, end }: SlotRange,
): Promise<void> {
  const byShortId = new Map<ShortId, Member>(
    members
      .filter(({ id }) => idGroupOf(id, group.split).group === group.group)
      .map((one) => [shortIdOf(one.id), one]),
  );
  if (byShortId.size === 0) return;
  let after: string | undefined = trailKey(organization, { ...group, slot: first - 1 }).sk;
  while (after !== undefined) {
    const options = { after, limit: rowsAtOnce, eventually: true };
    const page = await services.table.query(trailsOfGroup(organization, group), options);
    const trails = readCodedTrails(page.rows, services.clock.now());
    for (const { slot, deployments } of trails)
      for (const said of slot < end ? deployments : []) {
        const member = byShortId.get(said.shortId);
        if (member) addSaid(member, group.owner, slot, said);
      }
    after = trails.some(({ slot }) => slot >= end) ? undefined : page.last;
  }
}

/** Adds what an owner said. A slot in which the owner changed is the later owner's, if that one has it. */
function addSaid(member: Member, owner: string, slot: number, said: CodedDeployment): void {
  const { ownerships, slots, shared } = member;
  const holding = ownerships.filter((one) => holdsSlot(one, slot));
  const own = holding.findLast((one) => one.owner === owner);
  if (!own) return;
  if (holding.length === 1) return addSlot(slots, slot, said);
  const place = ownerships.indexOf(own);
  if (place > (shared.get(slot)?.place ?? -1)) shared.set(slot, { place, said });
}
