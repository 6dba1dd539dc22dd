import { setImmediate as nextTurn } from "node:timers/promises";
import { trailsKeptFor } from "../../contract/history/steps.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Owned } from "../../deployment/read/owned.ts";
import { unknownCode } from "../../kit/code16.ts";
import { day, hour, second } from "../../kit/time.ts";
import type { StoredRow } from "../../table/row.ts";
import { shortIdOf } from "../deployment-bytes.ts";
import { foldedFrom } from "../fold/fold-day.ts";
import { dayOfKey, partOfKey } from "../fold/folded.keys.ts";
import { daysIn, dayStep, readDays, readHours } from "../fold/folded.table.ts";
import { type DayRange, readDayRows, readHourRows } from "../fold/read-folded.ts";
import type { ShardCounts } from "../fold/shard-counts.ts";
import { slotAt, slotLength } from "../slots.ts";
import { addSlot, emptyTimeline, place, type Timeline, unifyTags } from "../timeline/timeline.ts";
import { coarsen } from "../timeline/coarsen.ts";
import {
  ownershipsOf,
  readSaid,
  saidIn,
  type SaidOf,
  type SlotRange,
  slotsOfOwners,
} from "../timeline/read-slots.ts";
import type { Range } from "./range.ts";

const slotStep = slotSeconds;
const slotsOfDay = day / slotLength;
const foldedStep = dayStep;

/** Yesterday is folded until then, counted from midnight UTC. */
const foldedBy = 10 * hour;

/** Days are numbered from 1970-01-01. */
const dayAt = (time: number): number => Math.floor(time / day);

/** What was read before the owner of the deployment is known. */
export interface EarlyRead {
  /** What the expected owner said; undefined when nobody was expected. */
  said: SaidOf | undefined;
  /** The rows of folded hours and of folded days, if they are needed. */
  hours: readonly StoredRow[];
  weeks: readonly StoredRow[];
}

/** The past of a deployment, and its shards on the days that were read. */
export interface Past {
  timeline: Timeline;
  shards: Map<number, ShardCounts | undefined>;
}

/**
 * The first reads of a chart, side by side with the deployment itself.
 * @param expected the owner, as `ownerOf` writes it, if the caller knows it
 * @param withDays whether the rows of days are needed for more than their steps
 */
export async function readEarly(
  services: Services,
  organization: OrganizationId,
  id: string,
  range: Range,
  { expected, withDays }: { expected: string | undefined; withDays: boolean },
): Promise<EarlyRead> {
  const now = services.clock.now();
  const [said, hours, weeks] = await Promise.all([
    expected === undefined
      ? undefined
      : readSaid(services, organization, expected, id, slotsAlwaysRead(range, now)),
    range.step === 3_600 ? readHourRows(services, organization, id, daysOfRange(range)) : [],
    range.step === foldedStep || withDays ? readDayRows(services, organization, id, daysOfRange(range)) : [],
  ]);
  return { said, hours, weeks };
}

/**
 * The past of a deployment in the steps of the range. Rows are unpacked one at a time, because together they may take
 * hundreds of megabytes. Other work has its turn in between.
 */
export async function readPast(
  services: Services,
  organization: OrganizationId,
  id: string,
  {
    range,
    owned,
    expected,
    early,
  }: { range: Range; owned: Owned; expected: string | undefined; early: EarlyRead },
): Promise<Past> {
  const now = services.clock.now();
  const timeline = emptyTimeline(range.step, range.first, range.length);
  const always = slotsAlwaysRead(range, now);
  const folded = foldedDays(range, early, now);
  const missing = slotsNotFolded(range, folded, always, now);
  const ownerships = ownershipsOf(owned.owner, owned.pastOwners, owned.born);
  const said = new Map<string, SaidOf>();
  await Promise.all(
    ownerships.map(async ({ owner, from, until }) => {
      const fromSlots = within({ first: missing.first, end: always.end }, from, until);
      const known = owner === expected ? early.said : undefined;
      const rest = known ? { first: fromSlots.first, end: Math.min(fromSlots.end, always.first) } : fromSlots;
      const more = await readSaid(services, organization, owner, id, rest);
      said.set(owner, new Map([...(said.get(owner) ?? []), ...(known ?? []), ...more]));
    }),
  );
  const slots = slotsOfOwners(ownerships, said);
  const fine = emptyTimeline(slotStep, missing.first, Math.max(0, always.end - missing.first));
  // The newest first: when there are more databases than a timeline may hold, those that exist now are there.
  for (const [slot, rows] of [...slots].toSorted(([left], [right]) => right - left)) {
    const deployment = saidIn(rows, shortIdOf(id), now);
    if (deployment) addSlot(fine, slot, deployment);
    if (isLarge(fine)) await nextTurn();
  }
  placeUnfolded(timeline, range.step === slotStep ? fine : coarsen(fine, range.step), folded);
  const shards = await placeFolded(timeline, early, now);
  unifyTags(timeline);
  leaveOutBefore(timeline, owned.born);
  return { timeline, shards };
}

/** Whether a step of the work takes milliseconds. */
const isLarge = ({ databases }: Timeline): boolean => databases.size > 100;

/** Adds the steps of folded rows, one day or week after the other, the newest first. Returns the shards of the days. */
async function placeFolded(
  timeline: Timeline,
  { hours, weeks }: EarlyRead,
  now: number,
): Promise<Past["shards"]> {
  const shards: Past["shards"] = new Map();
  for (const [dayNumber, parts] of [...Map.groupBy(hours, dayOfKey)].toReversed()) {
    if (!isOver(dayNumber, now)) continue;
    for (const folded of readHours(parts, now)) place(timeline, folded);
    if (isLarge(timeline)) await nextTurn();
  }
  for (const parts of [...Map.groupBy(weeks, dayOfKey).values()].toReversed()) {
    for (const { past, shards: counts } of readDays(parts, now).toReversed()) {
      if (!isOver(past.first, now)) continue;
      if (timeline.step === foldedStep) place(timeline, past);
      shards.set(past.first, counts);
    }
    if (isLarge(timeline)) await nextTurn();
  }
  return shards;
}

/** Whether a day could be folded. One that could not, and is, was folded by a clock that was ahead: its trails count. */
const isOver = (dayNumber: number, now: number): boolean => dayNumber < dayAt(now - foldedFrom);

/** The days of which there are steps of the range's length. A day that has its first part is complete. */
function foldedDays({ step }: Range, { hours, weeks }: EarlyRead, now: number): ReadonlySet<number> {
  const days =
    step === foldedStep ? weeks.filter(isFirstPart).flatMap(daysIn) : hours.filter(isFirstPart).map(dayOfKey);
  return new Set(days.filter((dayNumber) => isOver(dayNumber, now)));
}

const isFirstPart = (row: StoredRow): boolean => partOfKey(row) === 0;

/** What is left of a deployment with this id that was deleted before is not its past. */
function leaveOutBefore(past: Timeline, born = 0): void {
  const steps = Math.floor(born / (past.step * second)) - past.first;
  if (steps <= 0) return;
  past.status.fill(0, 0, steps);
  past.covered.fill(0, 0, steps);
  for (const columns of past.databases.values())
    for (const column of columns.values()) column.fill(unknownCode, 0, steps);
  past.utilization?.fill(unknownCode, 0, steps);
}

/** A day that is folded is complete. What its trails hold may have expired in part. */
function placeUnfolded(past: Timeline, unfolded: Timeline, done: ReadonlySet<number>): void {
  for (const index of unfolded.covered.keys()) {
    const at = (unfolded.first + index) * unfolded.step * second;
    if (done.has(dayAt(at))) unfolded.covered[index] = 0;
  }
  place(past, unfolded);
}

/** The slots of a range that are read whatever is folded: all of its five-minute steps, or the days that cannot be. */
function slotsAlwaysRead({ step, first, length }: Range, now: number): SlotRange {
  if (step === slotStep) return { first, end: first + length };
  const end = Math.min(slotAt(now) + 1, ((first + length) * step) / slotStep);
  const begin = dayAt(now - foldedBy) * slotsOfDay;
  return { first: Math.max(begin, (first * step) / slotStep), end };
}

/** The slots that have to be read, with those of earlier days that should be folded and are not. */
function slotsNotFolded(range: Range, done: ReadonlySet<number>, always: SlotRange, now: number): SlotRange {
  if (range.step === slotStep) return always;
  const oldest = Math.max(dayAt(now - trailsKeptFor) + 1, dayAt(range.first * range.step * second));
  let { first } = always;
  for (let number = dayAt(first * slotLength) - 1; number >= oldest; number -= 1)
    if (!done.has(number)) first = number * slotsOfDay;
  return { first, end: always.end };
}

/** The part of these slots in which a source owned the deployment. */
const within = ({ first, end }: SlotRange, from: number, until: number): SlotRange => ({
  first: Math.max(first, slotAt(from)),
  end: Math.min(end, until === Infinity ? end : slotAt(until) + 1),
});

/** The days in which a range is. */
const daysOfRange = ({ first, length, step }: Range): DayRange => ({
  first: dayAt(first * step * second),
  end: dayAt(((first + length) * step - 1) * second) + 1,
});
