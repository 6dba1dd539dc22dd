import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Run } from "../../table/keys.ts";
import type { StoredRow } from "../../table/row.ts";
import { dayOfKey, daysKey, daysOf, hoursKey, hoursOf, lastPartOf, partOfKey } from "./folded.keys.ts";

/** Days from `first` on, before `end`, numbered from 1970-01-01. */
export interface DayRange {
  first: number;
  end: number;
}

/** The rows of the hours of those days. One Query for a deployment with few databases. */
export async function readHourRows(
  services: Services,
  organization: OrganizationId,
  id: string,
  { first, end }: DayRange,
): Promise<StoredRow[]> {
  const after = lastPartOf(hoursKey(organization, id, first - 1));
  return await rowsBefore(services, hoursOf(organization, id), { after, end, most: end - first });
}

/**
 * The rows of the weeks in which those days are. One Query for a deployment with few databases.
 * @param attributes reads only these and the key
 */
export async function readDayRows(
  services: Services,
  organization: OrganizationId,
  id: string,
  { first, end }: DayRange,
  attributes?: readonly string[],
): Promise<StoredRow[]> {
  const after = lastPartOf(daysKey(organization, id, first - 7));
  const most = Math.floor((end - 1 - first) / 7) + 2;
  return await rowsBefore(services, daysOf(organization, id), { after, end, most, attributes });
}

/**
 * The rows of a run up to a day.
 * @param most how many there are if each has one part
 */
async function rowsBefore(
  { table }: Services,
  run: Run,
  {
    after,
    end,
    most,
    attributes,
  }: { after: string; end: number; most: number; attributes?: readonly string[] | undefined },
): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  let from: string | undefined = after;
  while (from !== undefined) {
    // One more than the days: it is a further part, if there are any.
    const page = await table.query(run, {
      after: from,
      limit: most + 1,
      eventually: true,
      ...(attributes && { attributes }),
    });
    rows.push(...page.rows);
    const isPast = page.rows.some((row) => dayOfKey(row) >= end);
    const isWhole = rows.length > most && rows.every((row) => partOfKey(row) === 0);
    from = isPast || isWhole ? undefined : page.last;
  }
  return rows.filter((row) => dayOfKey(row) < end);
}
