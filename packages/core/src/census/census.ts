import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { DeploymentListItem } from "../contract/deployment/deployment.ts";
import { wholeList } from "../deployment/read/whole-list.ts";
import { holdersOf } from "../deployment/read/owners.ts";
import { newestFigures, readStoredNewest } from "../history/newest/newest.ts";
import { find } from "../organization/organization.ts";
import { clear } from "../table/clear.ts";
import { runsOfCensus, totalsKey } from "./census.keys.ts";
import { count } from "./count.ts";
import { dateOf, hourOfDay } from "./hours.ts";
import { drawSparks } from "./sparks.ts";
import { storeTotals } from "./store-totals.ts";
import { hasHour } from "./totals.table.ts";
import { day } from "../kit/time.ts";
import { censusRows } from "./day.table.ts";

/** A list that is read later than this after midnight UTC is not how the day before ended, in hours. */
const latest = 2;

/** Keeps the list as it was at the end of the day before. A day that was kept later than two hours is left out. */
async function keepDay(
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

/**
 * Counts an organization's deployments, once in an hour. The totals of the hour are written last: they say that it is
 * done. So a repeated census writes nothing, and one that was interrupted is taken again.
 */
export async function takeCensus(services: Services, organizationId: string): Promise<void> {
  const organization = organizationOfJob(organizationId);
  const now = services.clock.now();
  const today = await services.table.get(totalsKey(organization, dateOf(now)));
  if (!hasHour(today, hourOfDay(now))) await take(services, organization, now, today === undefined);
  // Its deletion may have emptied the partition before the last write. These rows are all that a census can leave there.
  if ((await find(services, organization)) === undefined)
    for (const run of runsOfCensus)
      await clear(services.table, run(organization), { rows: Number.MAX_SAFE_INTEGER });
}

/** @param isFirst whether it is the first census of the day */
async function take(
  services: Services,
  organization: OrganizationId,
  now: number,
  isFirst: boolean,
): Promise<void> {
  const [list, stored] = await Promise.all([
    wholeList(services, organization),
    readStoredNewest(services, organization),
  ]);
  // An organization without deployments costs nothing. One that had some today is counted down to none.
  if (list.items.length === 0 && isFirst) return;
  if (isFirst) await keepDay(services, organization, now, list.items);
  const items = list.items.map((text) => JSON.parse(text) as DeploymentListItem);
  const newest = await newestFigures(services, organization, holdersOf(list.owners), stored);
  await drawSparks(services, organization, now, items, list.measured);
  // Another census of this hour may have been faster.
  await storeTotals(services, organization, now, count(items, newest));
}
