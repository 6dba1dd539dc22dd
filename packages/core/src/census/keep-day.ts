import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { day } from "../kit/time.ts";
import { censusRows } from "./day.table.ts";
import { dateOf, hourOfDay } from "./hours.ts";

/** A list that is read later than this after midnight UTC is not how the day before ended, in hours. */
const latest = 2;

/** Keeps the list as it was at the end of the day before. A day that was kept later than two hours is left out. */
export async function keepDay(
  { table }: Services,
  organization: OrganizationId,
  now: number,
  items: readonly string[],
): Promise<void> {
  if (hourOfDay(now) >= latest) return;
  const rows = censusRows(organization, dateOf(now - day), now, items);
  // The first part says that all are there.
  for (const row of rows.toReversed()) await table.put(row);
}
