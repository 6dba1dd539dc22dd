import { setImmediate as nextTurn } from "node:timers/promises";
import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { StoredRow } from "../../table/row.ts";
import type { PastColumn } from "../timeline/columns.ts";
import { emptyTimeline, place, type Timeline, unifyTags } from "../timeline/timeline.ts";
import { dayOfKey } from "./folded.keys.ts";
import { dayStep, hourStep, readDays, readHours } from "./folded.table.ts";
import { type DayRange, readDayRows, readHourRows } from "./read-folded.ts";

const hoursOfDay = 24;

/** Days or hours of a deployment. */
interface Past extends DayRange {
  /** How many databases at most, where that is known. The newest count: those before them are gone. */
  most?: number;
}

/**
 * Some columns of the folded days of a deployment, one step a day. Days that are not folded are not covered. One Query for
 * a deployment with few databases.
 */
export async function readDaysOf(
  services: Services,
  organization: OrganizationId,
  id: string,
  { first, end, ...bound }: Past,
  columns: readonly PastColumn[],
): Promise<Timeline> {
  const now = services.clock.now();
  const rows = await readDayRows(services, organization, id, { first, end });
  return await joined({ ...emptyTimeline(dayStep, first, end - first), ...bound }, rows, (week) =>
    readDays(week, now, columns).map(({ past }) => past),
  );
}

/** The same of hours, one step an hour. */
export async function readHoursOf(
  services: Services,
  organization: OrganizationId,
  id: string,
  { first, end, ...bound }: Past,
  columns: readonly PastColumn[],
): Promise<Timeline> {
  const now = services.clock.now();
  const rows = await readHourRows(services, organization, id, { first, end });
  const into = { ...emptyTimeline(hourStep, first * hoursOfDay, (end - first) * hoursOfDay), ...bound };
  return await joined(into, rows, (parts) => readHours(parts, now, columns));
}

/**
 * The newest rows first: when there are more databases than a timeline may hold, those that exist now are there. Rows of
 * thousands of databases take tens of milliseconds each. Other work has its turn in between.
 */
async function joined(
  into: Timeline,
  rows: readonly StoredRow[],
  read: (parts: readonly StoredRow[]) => Timeline[],
): Promise<Timeline> {
  for (const parts of [...Map.groupBy(rows, dayOfKey).values()].toReversed()) {
    for (const past of read(parts).toReversed()) place(into, past);
    await nextTurn();
  }
  unifyTags(into);
  return into;
}
