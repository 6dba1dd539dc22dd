import type { Services } from "@shardwatch/core/access/context";
import type { OrganizationId } from "@shardwatch/core/access/scope";
import { writesOfDay } from "@shardwatch/core/census/past-writes";
import { redrawSparks } from "@shardwatch/core/census/sparks";
import { storeTotals } from "@shardwatch/core/census/store-totals";
import { writesOfChange } from "@shardwatch/core/changes/past-writes";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { pastPartsOf } from "@shardwatch/core/deployment/read/past-parts";
import { deploymentId, type SourceInstance } from "@shardwatch/core/deployment/rows/observation";
import { type PastDay, pastWrites } from "@shardwatch/core/history/fold/past-writes";
import { slotAt, slotLength } from "@shardwatch/core/history/slots";
import { trailsOf } from "@shardwatch/core/history/store";
import type { SlotDeployment } from "@shardwatch/core/history/trail-payload";
import { day, hour } from "@shardwatch/core/kit/time";
import { openChannels } from "@shardwatch/core/incident/messages/announce";
import { memberIds } from "@shardwatch/core/organization/members";
import { foldOutlook } from "@shardwatch/core/outlook/fold-outlook";
import { Bulk } from "./bulk.ts";
import type { DemoDeployment } from "./fleet/demo.ts";
import { pastChanges } from "./past-changes.ts";
import { type DeploymentPast, pastOf, silencesOf, statusAt } from "./past-events.ts";
import { pastColumns } from "./past-figures.ts";
import { writesOfPastIncidents } from "./past-incidents.ts";
import { itemAt, lastColumns, licenseAt } from "./past-item.ts";
import { daysOfPast } from "./past-length.ts";
import type { PastMember } from "./past-watched.ts";
import { PastTotals } from "./past-totals.ts";
import { slotsBetween } from "./slots.ts";

/** Hours are kept so long, in days. */
const daysOfHours = 36;
const hoursOfDay = 24;
/** Of days before, the totals have one hour in so many. */
const hoursOfTotals = 6;
/** Five-minute values are kept so long. */
const fiveMinuteDays = 3;

/** The deployments of one source with the time of its last report. */
export interface PastSource {
  source: SourceInstance;
  /** What people call it. */
  name: string;
  deployments: readonly DemoDeployment[];
  until: number;
}

/** An organization of the demo data. */
export interface PastFleet {
  organization: OrganizationId;
  /** When its present was seeded. Its past ends then. */
  seededAt: number;
  sources: readonly PastSource[];
  /** Its deployments as the list shows them. */
  items: readonly DeploymentListItem[];
}

/**
 * Stores thirteen months of a demo fleet: incidents, sparklines, changes, five-minute values, hours, days, totals, the lists of
 * past days and the outlook. All of it follows from the time of the seeding, so storing it again changes nothing.
 */
export async function seedPast(services: Services, fleet: PastFleet): Promise<void> {
  const { organization, seededAt } = fleet;
  const groups = membersBySource(fleet);
  const everyone = groups.flatMap(({ members }) => members);
  const bulk = new Bulk(services);
  const totals = new PastTotals();
  const people = await memberIds(services, organization);
  const channels = await openChannels(services, organization);
  await bulk.add(writesOfPastIncidents({ organization, seededAt, people, channels, groups }));
  await drawSparks(services, fleet, everyone);
  // What is small is done first, so that most charts are there soon.
  for (const group of groups) {
    for (const { item, past } of group.members)
      await bulk.add(pastChanges(past, { organization, source: group.source, item }).flatMap(writesOfChange));
    await leaveTrails(bulk, fleet, group);
    for (const member of group.members) await storeDays(bulk, fleet, member, totals);
  }
  await keepDays(bulk, fleet, everyone, totals);
  await bulk.flush();
  // The day of the seeding may have hours that were counted.
  for (const [at, counted] of totals.ofDay(Math.floor(seededAt / day)))
    await storeTotals(services, organization, at, counted);
  await judgeDays(services, fleet);
}

type Seeding = Pick<PastFleet, "organization" | "seededAt">;

/** Stores the last days of a deployment before the seeding. They add to the totals. */
export async function storeDays(
  bulk: Bulk,
  { organization, seededAt }: Seeding,
  member: PastMember,
  totals: PastTotals,
  days = daysOfPast,
): Promise<void> {
  for (const week of weeksOf(seededAt, days))
    await bulk.add(pastWrites(organization, member.item.id, daysOf(member, week, seededAt, totals)));
}

/** Stores the outlook that follows from the stored days. */
export async function judgeDays(services: Services, { organization, seededAt }: Seeding): Promise<void> {
  const owners = [...Map.groupBy(await pastPartsOf(services, organization), ({ owner }) => owner)];
  const yesterday = Math.floor(seededAt / day) - 1;
  await foldOutlook(services, organization, { owners, dayNumber: yesterday, mayGoOn: always, isFresh: true });
}

const always = () => true;

/** What happened to the deployments of each source that still exist. What is small comes first. */
export const membersBySource = (fleet: PastFleet): (PastSource & { members: PastMember[] })[] =>
  fleet.sources
    .map((from) => ({ ...from, members: membersOf(fleet, from) }))
    .toSorted((one, other) => databasesIn(one) - databasesIn(other));

const databasesIn = ({ deployments }: PastSource): number =>
  deployments.reduce((sum, { databases }) => sum + databases.length, 0);

function membersOf({ organization, seededAt, items }: PastFleet, from: PastSource): PastMember[] {
  const { source, deployments, until } = from;
  const { kind } = source;
  const silences = silencesOf(`${kind} ${deployments[0]?.key}`, seededAt);
  return deployments.flatMap((deployment) => {
    const id = deploymentId(organization, kind, deployment.key);
    const item = items.find((one) => one.id === id);
    return item ? [{ item, past: pastOf(deployment, { kind, seededAt, until, silences }) }] : [];
  });
}

/** What was said in a slot; undefined for silence. */
function said({ item, past }: PastMember, slot: number): SlotDeployment | undefined {
  const at = slot * slotLength + slotLength / 2;
  const status = statusAt(past, at);
  if (status === undefined) return undefined;
  return { id: item.id, status, ...(status === "active" && { databases: pastColumns(past, at) }) };
}

/** The numbers of the last days of the past by their weeks, with the day of the seeding. */
function weeksOf(seededAt: number, days: number): number[][] {
  const today = Math.floor(seededAt / day);
  const numbers = Array.from({ length: days + 1 }, (_, index) => today - days + index);
  // 1970 began on a Thursday.
  return [...Map.groupBy(numbers, (dayNumber) => Math.floor((dayNumber + 3) / 7)).values()];
}

/** Of a deployment with more databases, a past day has fewer values: making up more would take minutes. */
const mostInDetail = 200;

/** How many hours lie between two values. The last one of a day is at 23:00, as everywhere. */
const hoursBetween = ({ deployment: { databases } }: DeploymentPast, withHours: boolean): number =>
  withHours ? 1 : databases.length > mostInDetail ? 12 : hoursOfTotals;

/** The hours of the totals that a value stands for: its own, and those since the value before. */
const countedHours = (at: number, between: number): number[] =>
  Array.from({ length: between / hoursOfTotals }, (_, index) => at - index * hoursOfTotals * hour);

/** The days before the seeding: one value in each hour of the last weeks, and four a day before. */
function* daysOf(
  member: PastMember,
  days: readonly number[],
  seededAt: number,
  totals: PastTotals,
): Generator<PastDay> {
  const { item, past } = member;
  const today = Math.floor(seededAt / day);
  for (const dayNumber of days) {
    const withHours = today - dayNumber <= daysOfHours;
    const between = hoursBetween(past, withHours);
    const words = new Map<number, SlotDeployment>();
    for (let hours = between; hours <= hoursOfDay; hours += between) {
      const at = dayNumber * day + (hours - 1) * hour;
      if (at > seededAt - hour) break;
      const word = said(member, slotAt(at));
      if (word) words.set(at / hour, word);
      const figures = word?.databases ?? lastColumns(past, at);
      for (const counted of withHours ? [at] : countedHours(at, between))
        totals.add(counted, item, past, figures);
    }
    for (const [at, word] of troubledHours(member, dayNumber))
      if (at <= seededAt - hour) words.set(at / hour, word);
    // Today is in the five-minute values.
    if (dayNumber < today)
      yield {
        dayNumber,
        said: words,
        withHours,
        hoursApart: between,
        license: licenseAt(item.license, past, (dayNumber + 1) * day),
      };
  }
}

/** The hours of a day in which a deployment was in trouble, however short. */
function* troubledHours(member: PastMember, dayNumber: number): Generator<[number, SlotDeployment]> {
  for (const { from, until } of member.past.outages)
    for (let at = from - (from % hour); at < until; at += hour) {
      if (Math.floor(at / day) !== dayNumber) continue;
      const word = said(member, slotAt(Math.max(at, from + slotLength)));
      if (word) yield [at, word];
    }
}

/** Five-minute values of the last three days. An AWS account is read every fifteen minutes. */
async function leaveTrails(
  bulk: Bulk,
  { organization, seededAt }: PastFleet,
  { source, members, until }: PastSource & { members: readonly PastMember[] },
): Promise<void> {
  const end = slotAt(Math.min(seededAt, until)) - 1;
  const step = slotsBetween(source.kind);
  const first = slotAt(seededAt - fiveMinuteDays * day) + 1;
  for (let slot = first - (first % step) + step; slot < end; slot += step) {
    const deployments = members.flatMap((member) => said(member, slot) ?? []);
    const trails = trailsOf(organization, source, [{ slot, deployments }]);
    await bulk.add(trails.map((put) => ({ put })));
  }
}

/** The totals and the lists of the days before the seeding. */
async function keepDays(
  bulk: Bulk,
  { organization, seededAt }: PastFleet,
  members: readonly PastMember[],
  totals: PastTotals,
): Promise<void> {
  const today = Math.floor(seededAt / day);
  for (let dayNumber = today - daysOfPast; dayNumber < today; dayNumber += 1) {
    const end = (dayNumber + 1) * day;
    const items = members.map(({ item, past }) => JSON.stringify(itemAt(item, past, end)));
    await bulk.add(writesOfDay(organization, dayNumber, totals.ofDay(dayNumber), items));
  }
}

async function drawSparks(
  services: Services,
  fleet: PastFleet,
  members: readonly PastMember[],
): Promise<void> {
  const now = services.clock.now();
  const hours = Array.from({ length: hoursOfDay }, (_, index) => now - (hoursOfDay - 1 - index) * hour);
  await redrawSparks(
    services,
    fleet.organization,
    hours.map((at) => ({
      at,
      items: members
        .filter(({ past }) => statusAt(past, at) === "active")
        .map(({ item, past }) => ({ ...item, memoryUsed: itemAt(item, past, at).memoryUsed })),
    })),
  );
}
