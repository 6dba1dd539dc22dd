import type { OrganizationId } from "../../access/scope.ts";
import { day, second } from "../../kit/time.ts";
import type { Condition } from "../../table/expression.ts";
import { bytes, number, optional, text } from "../../table/field.ts";
import type { Key } from "../../table/keys.ts";
import { type Row, RowKind, type StoredRow, versionAttribute } from "../../table/row.ts";
import { timeToLiveAttribute } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { dayOfKey, daysKey, hoursKey, mondayOf, weekdayOf } from "./folded.keys.ts";
import { readShardCounts, type ShardCounts, writeShardCounts } from "./shard-counts.ts";
import { decodePast, encodePast } from "./payload.ts";

/** The lengths of the steps, in seconds. */
export const hourStep = 3_600;
export const dayStep = 86_400;
const hoursOfDay = 24;

/** One day of a deployment in hours. */
export const hoursKind = new RowKind("hours", 1, {
  /** What `encodePast` writes. */
  payload: bytes("p"),
  /** How many five-minute slots of the day have a word. */
  covered: number("n"),
});

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** One week of a deployment in days, from Monday on. A day that is not folded yet is absent. */
export const daysKind = new RowKind("days", 1, {
  d0: optional(bytes()),
  d1: optional(bytes()),
  d2: optional(bytes()),
  d3: optional(bytes()),
  d4: optional(bytes()),
  d5: optional(bytes()),
  d6: optional(bytes()),
  /** The shards of each day, as `writeShardCounts` writes them. */
  l0: optional(text()),
  l1: optional(text()),
  l2: optional(text()),
  l3: optional(text()),
  l4: optional(text()),
  l5: optional(text()),
  l6: optional(text()),
  /** How many five-minute slots of each day have a word. */
  n0: optional(number()),
  n1: optional(number()),
  n2: optional(number()),
  n3: optional(number()),
  n4: optional(number()),
  n5: optional(number()),
  n6: optional(number()),
});

/** How long hours and days are kept after their day, in milliseconds. Charts show one day less. */
const keptFor = { hours: 36 * day, days: 400 * day };

const expiryAfter = (dayNumber: number, kept: number): number => ((dayNumber + 1) * day + kept) / second;

/** A day of a deployment in hours, and as one step. */
export interface FoldedDay {
  hours: Timeline;
  days: Timeline;
  shards: ShardCounts | undefined;
}

/** The writes of a day that was folded. Each is refused if the row holds a day with more slots already. */
export function dayWrites(
  organization: OrganizationId,
  id: string,
  { hours, days, shards }: FoldedDay,
): [Extract<Write, { put: unknown }>, Extract<Write, { update: unknown }>] {
  const dayNumber = days.first;
  const [covered = 0] = days.covered;
  const weekday = weekdayOf(dayNumber);
  const count = `n${weekday}`;
  return [
    {
      put: {
        ...hoursKey(organization, id, dayNumber),
        ...hoursKind.write({ payload: encodePast(hours), covered }),
        [timeToLiveAttribute]: expiryAfter(dayNumber, keptFor.hours),
      },
      when: atMost(hoursKind.attribute.covered, covered),
    },
    {
      update: daysKey(organization, id, dayNumber),
      change: {
        set: {
          ...daysKind.changes({
            [`d${weekday}`]: encodePast(days),
            [count]: covered,
            ...(shards && { [`l${weekday}`]: writeShardCounts(shards) }),
          }),
          [versionAttribute]: daysKind.version,
          [timeToLiveAttribute]: expiryAfter(dayNumber - weekday + weekdays.length, keptFor.days),
        },
      },
      when: atMost(count, covered),
    },
  ];
}

/** The row of a whole week. Its days are in any order. */
export function weekRow(organization: OrganizationId, id: string, week: readonly FoldedDay[]): Key & Row {
  const [any] = week;
  const monday = mondayOf(any?.days.first ?? 0);
  const fields = week.map(({ days, shards }) => {
    const weekday = weekdayOf(days.first);
    return {
      [`d${weekday}`]: encodePast(days),
      [`n${weekday}`]: days.covered[0] ?? 0,
      ...(shards && { [`l${weekday}`]: writeShardCounts(shards) }),
    };
  });
  return {
    ...daysKey(organization, id, monday),
    ...daysKind.write(Object.assign({}, ...fields) as Parameters<typeof daysKind.write>[0]),
    [timeToLiveAttribute]: expiryAfter(monday + weekdays.length, keptFor.days),
  };
}

const atMost = (attribute: string, covered: number): Condition[] => [
  { attribute, absentOr: "<", value: covered + 1 },
];

/** The hours of a row. Undefined for an expired row and for a damaged payload. */
export function readHours(row: StoredRow, now: number): Timeline | undefined {
  const dayNumber = dayOfKey(row);
  if (expiryAfter(dayNumber, keptFor.hours) * second <= now) return undefined;
  return decodePast(hoursKind.read(row).payload, {
    step: hourStep,
    first: dayNumber * hoursOfDay,
    length: hoursOfDay,
  });
}

/** The days that a row of days has. */
export function daysIn(row: StoredRow): number[] {
  const week = daysKind.read(row);
  return weekdays.flatMap((weekday) => (week[`d${weekday}`] ? [dayOfKey(row) + weekday] : []));
}

/** A day of a row, with its shards. */
export interface ReadDay {
  past: Timeline;
  shards: ShardCounts | undefined;
}

/** The days of a row that are folded. Those that have expired or are damaged are left out. */
export function readDays(row: StoredRow, now: number): ReadDay[] {
  const week = daysKind.read(row);
  const first = dayOfKey(row);
  return weekdays.flatMap((weekday) => {
    const payload = week[`d${weekday}`];
    const dayNumber = first + weekday;
    if (!payload || expiryAfter(dayNumber, keptFor.days) * second <= now) return [];
    const past = decodePast(payload, { step: dayStep, first: dayNumber, length: 1 });
    const shards = week[`l${weekday}`];
    return past ? { past, shards: shards === undefined ? undefined : readShardCounts(shards) } : [];
  });
}

/** The attributes that a row of days loses when its days up to this one are deleted; "all" when no day is left. */
export function removeDays(row: StoredRow, last: number): readonly string[] | "all" {
  const week = daysKind.read(row);
  const first = dayOfKey(row);
  const [old, later] = [
    weekdays.filter((weekday) => first + weekday <= last),
    weekdays.filter((weekday) => first + weekday > last),
  ];
  if (later.every((weekday) => week[`d${weekday}`] === undefined)) return "all";
  return old.flatMap((weekday) => [`d${weekday}`, `n${weekday}`, `l${weekday}`]);
}
