import type { OrganizationId } from "../../access/scope.ts";
import { day, second } from "../../kit/time.ts";
import type { Condition } from "../../table/expression.ts";
import { bytes, number, optional, text } from "../../table/field.ts";
import type { Key } from "../../table/keys.ts";
import { type Row, RowKind, type StoredRow, versionAttribute } from "../../table/row.ts";
import { timeToLiveAttribute } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import type { PastColumn } from "../timeline/columns.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { databasesOfHours, databasesOfWeek, divideDatabases, joinDatabases } from "./divide.ts";
import { dayOfKey, daysKey, hoursKey, mondayOf, partOfKey, weekdayOf } from "./folded.keys.ts";
import { readShardCounts, type ShardCounts, writeShardCounts } from "./shard-counts.ts";
import { decodePast, encodePast, type Span } from "./payload.ts";
import { addUtilization, encodeUtilization } from "./utilization.ts";

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
  /** What `encodeUtilization` writes; absent for most days. */
  utilization: optional(bytes("u")),
});

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** One field for each day of the week. */
const perDay = <P extends string, F>(prefix: P, field: F) =>
  Object.fromEntries(weekdays.map((weekday) => [`${prefix}${weekday}`, field])) as Record<
    `${P}${(typeof weekdays)[number]}`,
    F
  >;

/** One week of a deployment in days, from Monday on. A day that is not folded yet is absent. */
export const daysKind = new RowKind("days", 1, {
  ...perDay("d", optional(bytes())),
  /** The shards of each day, as `writeShardCounts` writes them. */
  ...perDay("l", optional(text())),
  /** How many five-minute slots of each day have a word. */
  ...perDay("n", optional(number())),
  /** What `encodeUtilization` writes; absent for most days. */
  ...perDay("u", optional(bytes())),
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

type Put = Extract<Write, { put: unknown }>;
type Update = Extract<Write, { update: unknown }>;

/**
 * The writes of a day that was folded: its hours in one part or several, then the day. Each is refused if the row holds a
 * day with more slots already. Write the last one first: a day that has its first part is complete.
 */
export function dayWrites(
  organization: OrganizationId,
  id: string,
  { hours, days, shards }: FoldedDay,
): [Put, ...(Put | Update)[]] {
  const dayNumber = days.first;
  const [covered = 0] = days.covered;
  const weekday = weekdayOf(dayNumber);
  const hoursOfPart = (past: Timeline, part: number): Put => ({
    put: {
      ...hoursKey(organization, id, dayNumber, part),
      ...hoursKind.write({ payload: encodePast(past), covered, ...utilizationIn("utilization", past) }),
      [timeToLiveAttribute]: expiryAfter(dayNumber, keptFor.hours),
    },
    when: atMost(hoursKind.attribute.covered, covered),
  });
  const dayOfPart = (past: Timeline, part: number): Update => ({
    update: daysKey(organization, id, dayNumber, part),
    change: {
      set: {
        ...daysKind.changes(fieldsOfDay(past, part === 0 ? shards : undefined)),
        [versionAttribute]: daysKind.version,
        [timeToLiveAttribute]: expiryAfter(dayNumber - weekday + weekdays.length, keptFor.days),
      },
    },
    when: atMost(`n${weekday}`, covered),
  });
  const [first, ...others] = divideDatabases(hours, databasesOfHours);
  return [
    hoursOfPart(first, 0),
    ...others.map((past, index) => hoursOfPart(past, index + 1)),
    ...divideDatabases(days, databasesOfWeek).map(dayOfPart),
  ];
}

/** The row of a whole week of few databases. Its days are in any order. */
export function weekRow(organization: OrganizationId, id: string, week: readonly FoldedDay[]): Key & Row {
  const [any] = week;
  const monday = mondayOf(any?.days.first ?? 0);
  const fields = week.map(({ days, shards }) => fieldsOfDay(days, shards));
  return {
    ...daysKey(organization, id, monday),
    ...daysKind.write(Object.assign({}, ...fields) as Parameters<typeof daysKind.write>[0]),
    [timeToLiveAttribute]: expiryAfter(monday + weekdays.length, keptFor.days),
  };
}

/** A day in the row of its week. */
function fieldsOfDay(past: Timeline, shards: ShardCounts | undefined) {
  const weekday = weekdayOf(past.first);
  return {
    [`d${weekday}`]: encodePast(past),
    [`n${weekday}`]: past.covered[0] ?? 0,
    ...utilizationIn(`u${weekday}`, past),
    ...(shards && { [`l${weekday}`]: writeShardCounts(shards) }),
  };
}

function utilizationIn(field: "utilization" | `u${number}`, past: Timeline) {
  const encoded = encodeUtilization(past);
  return encoded && { [field]: encoded };
}

const atMost = (attribute: string, covered: number): Condition[] => [
  { attribute, absentOr: "<", value: covered + 1 },
];

/**
 * The hours of each day of which all rows are given. Those that have expired or are damaged are left out.
 * @param wanted as `decodePast` takes them
 */
export function readHours(
  rows: readonly StoredRow[],
  now: number,
  wanted?: readonly PastColumn[],
): Timeline[] {
  const fresh = rows.filter((row) => expiryAfter(dayOfKey(row), keptFor.hours) * second > now);
  return [...Map.groupBy(fresh, dayOfKey)].flatMap(([dayNumber, parts]) => {
    const span = { step: hourStep, first: dayNumber * hoursOfDay, length: hoursOfDay } as const;
    return joined(
      parts.map((row) => ({ part: partOfKey(row), ...hoursKind.read(row) })),
      span,
      wanted,
    );
  });
}

/** The days that a row of days has. */
export function daysIn(row: StoredRow): number[] {
  const week = daysKind.read(row);
  return weekdays.flatMap((weekday) => (week[`d${weekday}`] ? [dayOfKey(row) + weekday] : []));
}

/** The part of a row of days that says how many shards there were. */
export const shardsPart = daysKind.part("l0", "l1", "l2", "l3", "l4", "l5", "l6");

/** The shards of each day that rows of days have. The first part of a week has them. */
export const readShards = (rows: readonly StoredRow[]): { day: number; shards: ShardCounts }[] =>
  rows
    .filter((row) => partOfKey(row) === 0)
    .flatMap((row) => {
      const week = shardsPart.read(row);
      return weekdays.flatMap((weekday) => {
        const shards = week[`l${weekday}`];
        return shards === undefined
          ? []
          : [{ day: dayOfKey(row) + weekday, shards: readShardCounts(shards) }];
      });
    });

/** A day of a row, with its shards. */
export interface ReadDay {
  past: Timeline;
  shards: ShardCounts | undefined;
}

/**
 * The days that are folded of each week of which all rows are given. Expired and damaged ones are left out.
 * @param wanted as `decodePast` takes them
 */
export function readDays(rows: readonly StoredRow[], now: number, wanted?: readonly PastColumn[]): ReadDay[] {
  return [...Map.groupBy(rows, dayOfKey)].flatMap(([monday, stored]) => {
    const weeks = stored.map((row) => ({ part: partOfKey(row), ...daysKind.read(row) }));
    return weekdays.flatMap((weekday) => {
      const dayNumber = monday + weekday;
      if (expiryAfter(dayNumber, keptFor.days) * second <= now) return [];
      const parts = weeks.flatMap((week) => {
        const payload = week[`d${weekday}`];
        const [covered, utilization] = [week[`n${weekday}`], week[`u${weekday}`]];
        return payload ? [{ part: week.part, payload, covered, utilization }] : [];
      });
      const shards = weeks.find(({ part }) => part === 0)?.[`l${weekday}`];
      return joined(parts, { step: dayStep, first: dayNumber, length: 1 }, wanted).map((past) => ({
        past,
        shards: shards === undefined ? undefined : readShardCounts(shards),
      }));
    });
  });
}

interface Part {
  part: number;
  payload: Uint8Array;
  covered: number | undefined;
  utilization?: Uint8Array | undefined;
}

/** A part that covers other slots than the first one is left from another fold, or the fold has not come to the first. */
function joined(parts: readonly Part[], span: Span, wanted?: readonly PastColumn[]): [] | [Timeline] {
  const first = parts.find(({ part }) => part === 0);
  const same = parts.filter(({ covered }) => covered === first?.covered);
  const read = ({ payload, utilization }: Part) => {
    const past = decodePast(payload, span, wanted);
    return past ? [addUtilization(past, utilization)] : [];
  };
  const past = first && joinDatabases(same.flatMap(read));
  return past ? [past] : [];
}

/** The part of a row of days that says which of them are folded. */
export const foldedDaysPart = daysKind.part("n0", "n1", "n2", "n3", "n4", "n5", "n6");

/** The attributes that a row of days loses when its days up to this one are deleted; "all" when no day is left. */
export function removeDays(row: StoredRow, last: number): readonly string[] | "all" {
  const week = foldedDaysPart.read(row);
  const first = dayOfKey(row);
  const [old, later] = [
    weekdays.filter((weekday) => first + weekday <= last),
    weekdays.filter((weekday) => first + weekday > last),
  ];
  if (later.every((weekday) => week[`n${weekday}`] === undefined)) return "all";
  return old.flatMap((weekday) => [`d${weekday}`, `n${weekday}`, `l${weekday}`, `u${weekday}`]);
}
