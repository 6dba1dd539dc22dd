import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { PastColumn } from "../timeline/columns.ts";
import { emptyTimeline, place, type Timeline, unifyTags } from "../timeline/timeline.ts";
import { dayStep, hourStep, readDays, readHours } from "./folded.table.ts";
import { type DayRange, readDayRows, readHourRows } from "./read-folded.ts";

const hoursOfDay = 24;

/**
 * Some columns of the folded days of a deployment, one step a day. Days that are not folded are not covered. One Query for
 * a deployment with few databases.
 */
export async function readDaysOf(
  services: Services,
  organization: OrganizationId,
  id: string,
  { first, end }: DayRange,
  columns: readonly PastColumn[],
): Promise<Timeline> {
  const rows = await readDayRows(services, organization, id, { first, end });
  const days = readDays(rows, services.clock.now(), columns).map(({ past }) => past);
  return joined(emptyTimeline(dayStep, first, end - first), days);
}

/** The same of hours, one step an hour. */
export async function readHoursOf(
  services: Services,
  organization: OrganizationId,
  id: string,
  { first, end }: DayRange,
  columns: readonly PastColumn[],
): Promise<Timeline> {
  const rows = await readHourRows(services, organization, id, { first, end });
  const into = emptyTimeline(hourStep, first * hoursOfDay, (end - first) * hoursOfDay);
  return joined(into, readHours(rows, services.clock.now(), columns));
}

/** The newest first: when there are more databases than a timeline may hold, those that exist now are there. */
function joined(into: Timeline, parts: readonly Timeline[]): Timeline {
  for (const part of parts.toSorted((one, other) => other.first - one.first)) place(into, part);
  unifyTags(into);
  return into;
}
