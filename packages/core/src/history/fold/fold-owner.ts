import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { PastPart } from "../../deployment/read/past-parts.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { day } from "../../kit/time.ts";
import { ConditionFailed, isRefused } from "../../table/errors.ts";
import { type ShortId, shortIdOf } from "../deployment-bytes.ts";
import type { Group } from "../groups.ts";
import { slotLength } from "../slots.ts";
import { nextGroup } from "../stored-groups.ts";
import { addSlot } from "../timeline/add-slot.ts";
import { ownershipsOf, readSaid, saidIn, slotsOfOwners } from "../timeline/read-slots.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { trailKey, trailsOfGroup } from "../trail.keys.ts";
import { readCodedTrails } from "../trail.table.ts";
import { emptyDay, foldDay, slotsOfDay } from "./fold-day.ts";
import { dayWrites } from "./folded.table.ts";
import { shardCountsOf } from "./shard-counts.ts";

const deploymentsAtOnce = 25;
/** Trails of a large source have 100 KB each. */
const rowsAtOnce = 50;

/** Whether someone else owned the deployment on this day. */
const changedOwner = ({ pastOwners }: PastPart, dayNumber: number): boolean =>
  pastOwners.some(({ until }) => until > dayNumber * day);

/**
 * Folds a day of the deployments of one owner, from trails only. Repeating it gives the same bytes. A row that holds more
 * of the day stays: trails that have expired take nothing away.
 * @param deployments those that the owner owns now
 */
export async function foldOwner(
  services: Services,
  organization: OrganizationId,
  { owner, deployments, dayNumber }: { owner: string; deployments: readonly PastPart[]; dayNumber: number },
): Promise<void> {
  const days = new Map<string, Timeline>();
  const steady = deployments.filter((one) => !changedOwner(one, dayNumber));
  await addTrails(
    services,
    organization,
    owner,
    dayNumber,
    new Map(steady.map((one) => [shortIdOf(one.id), one])),
    days,
  );
  for (const one of deployments)
    if (changedOwner(one, dayNumber))
      days.set(one.id, await dayOfOwners(services, organization, one, dayNumber));
  const folded = deployments.flatMap(({ id, license }) => {
    const slots = days.get(id);
    return slots?.covered.some((count) => count > 0) ? [{ id, slots, license }] : [];
  });
  await inBatches(folded, deploymentsAtOnce, async ({ id, slots, license }) => {
    const writes = dayWrites(organization, id, foldDay(slots, shardCountsOf(license)));
    await store(services, writes).catch((error: unknown) => {
      // The next tick would fail alike. The other deployments and the next days must not wait for it.
      if (!isRefused(error)) throw error;
      services.log.error("a day of a deployment was not stored", { deploymentId: id, dayNumber, error });
    });
  });
}

async function store({ table }: Services, writes: ReturnType<typeof dayWrites>): Promise<void> {
  for (const write of writes.toReversed())
    await unlessMoreIsThere(
      "put" in write
        ? table.put(write.put, write.when)
        : table.update(write.update, write.change, write.when),
    );
}

async function unlessMoreIsThere(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Adds the owner's trails of a day to the deployments. Each page is dropped before the next is read. */
async function addTrails(
  services: Services,
  organization: OrganizationId,
  owner: string,
  dayNumber: number,
  deployments: ReadonlyMap<ShortId, PastPart>,
  days: Map<string, Timeline>,
): Promise<void> {
  if (deployments.size === 0) return;
  const [first, end] = [dayNumber * slotsOfDay, (dayNumber + 1) * slotsOfDay];
  for (const group of await groupsOfOwner(services, organization, owner)) {
    let after: string | undefined = trailKey(organization, { owner, ...group, slot: first - 1 }).sk;
    while (after !== undefined) {
      const options = { after, limit: rowsAtOnce, eventually: true };
      const page = await services.table.query(trailsOfGroup(organization, { owner, ...group }), options);
      const trails = readCodedTrails(page.rows, services.clock.now());
      for (const { slot, deployments: said } of trails)
        for (const one of slot < end ? said : []) {
          const known = deployments.get(one.shortId);
          if (!known || (slot + 1) * slotLength <= (known.born ?? 0)) continue;
          const slots = days.get(known.id) ?? emptyDay(dayNumber);
          days.set(known.id, slots);
          addSlot(slots, slot, one);
        }
      after = trails.some(({ slot }) => slot >= end) ? undefined : page.last;
    }
  }
}

/** The groups that have trails of an owner. Nearly every owner has one, which takes one more Query than its rows. */
async function groupsOfOwner(
  services: Services,
  organization: OrganizationId,
  owner: string,
): Promise<Group[]> {
  const groups: Group[] = [];
  for (;;) {
    const group = await nextGroup(services, organization, owner, groups.at(-1), { eventually: true });
    if (!group) return groups;
    groups.push(group);
  }
}

/** A day of a deployment whose owner changed: each slot from who owned it. */
async function dayOfOwners(
  services: Services,
  organization: OrganizationId,
  { id, owner, pastOwners, born }: PastPart,
  dayNumber: number,
): Promise<Timeline> {
  const slots = emptyDay(dayNumber);
  const range = { first: slots.first, end: slots.first + slots.length };
  const ownerships = ownershipsOf(owner, pastOwners, born);
  const said = await Promise.all(
    ownerships.map(
      async (one) => [one.owner, await readSaid(services, organization, one.owner, id, range)] as const,
    ),
  );
  for (const [slot, rows] of slotsOfOwners(ownerships, new Map(said))) {
    const deployment = saidIn(rows, shortIdOf(id), services.clock.now());
    if (deployment) addSlot(slots, slot, deployment);
  }
  return slots;
}
