import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { concernOfStatus, levelOfConcern } from "../contract/filter/severity.ts";
import { countedStatuses } from "../contract/history/census.ts";
import type { OrganizationCounts } from "../contract/people/organization.ts";
import { day, hour } from "../kit/time.ts";
import { batchGetAll } from "../table/batch.ts";
import { totalsKey } from "./census.keys.ts";
import { dateOf } from "./hours.ts";
import type { Totals } from "./totals-payload.ts";
import { readTotals } from "./totals.table.ts";

/** Statuses that are not well. Silence is apart: it says nothing of the server. */
const unhealthy = countedStatuses.filter((status) => {
  const concern = concernOfStatus(status);
  return concern !== "stale" && levelOfConcern(concern) !== "ok";
});

function countsOf(at: number, { statuses, figures }: Totals): OrganizationCounts {
  return {
    at: new Date(at).toISOString(),
    deployments: countedStatuses.reduce((sum, status) => sum + statuses[status], 0),
    databases: figures.databases ?? 0,
    unhealthy: unhealthy.reduce((sum, status) => sum + statuses[status], 0),
    silent: statuses.stale,
  };
}

/**
 * What the newest census of each organization counted, by its id. Those that were not counted today or yesterday are
 * absent. It reads two rows of at most 1 KB each, eventually consistent: 1 read unit for each organization, in one round
 * trip.
 */
export async function newestCounts(
  { table, clock }: Services,
  organizations: readonly OrganizationId[],
): Promise<Map<string, OrganizationCounts>> {
  const now = clock.now();
  const keys = organizations.flatMap((organization) =>
    [now - day, now].map((time) => totalsKey(organization, dateOf(time))),
  );
  const counts = new Map<string, OrganizationCounts>();
  // Yesterday's row comes before today's, and an earlier hour before a later one.
  for (const row of await batchGetAll(table, keys, true)) {
    const { date, hours } = readTotals(row);
    for (const [index, totals] of hours.entries())
      if (totals) counts.set(row.pk, countsOf(Date.parse(date) + index * hour, totals));
  }
  return new Map(
    organizations.flatMap((organization) => {
      const found = counts.get(totalsKey(organization, "").pk);
      return found ? [[organization, found] as const] : [];
    }),
  );
}
