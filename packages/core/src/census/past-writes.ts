import type { OrganizationId } from "../access/scope.ts";
import { day } from "../kit/time.ts";
import type { Write } from "../table/table.ts";
import { censusRows } from "./day.table.ts";
import { dateOf, hourOfDay } from "./hours.ts";
import { dayOfTotals } from "./totals.table.ts";
import type { Totals } from "./totals-payload.ts";

/**
 * The writes of what a census would have left of a day. They replace what is there. It is for demo data.
 * @param dayNumber counted from 1970-01-01
 * @param totals by the begin of their hour, Unix epoch in milliseconds
 * @param items of the list at the end of the day, as JSON texts
 */
export function writesOfDay(
  organization: OrganizationId,
  dayNumber: number,
  totals: ReadonlyMap<number, Totals>,
  items: readonly string[],
): Write[] {
  const date = dateOf(dayNumber * day);
  const byHour = new Map([...totals].map(([at, one]) => [hourOfDay(at), one]));
  const rows = [
    dayOfTotals(organization, date, byHour),
    ...censusRows(organization, date, (dayNumber + 1) * day, items),
  ];
  return rows.map((put) => ({ put }));
}
