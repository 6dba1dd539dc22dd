import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { isExpired } from "../table/schema.ts";
import { censusKey, censusRunOf } from "./census.keys.ts";
import { censusKind } from "./day.table.ts";

/** The list at the end of a day, in parts as they are stored. */
export interface StoredEvening {
  /** When the list was read, Unix epoch in milliseconds. */
  takenAt: number;
  /** Each a JSON array of list items, deflated. */
  parts: Uint8Array[];
}

/**
 * The list at the end of a day; undefined where none is stored, or not all of it. One Query, eventually consistent: half a
 * read unit for 4 KB, which are about 80 deployments.
 * @param date "2026-11-23", in UTC
 */
export async function readEvening(
  { table, clock }: Services,
  organization: OrganizationId,
  date: string,
): Promise<StoredEvening | undefined> {
  const rows = await table.queryAll(censusRunOf(organization, date), { eventually: true });
  const kept = rows.filter((row) => !isExpired(row, clock.now()));
  const first = kept.find(({ sk }) => sk === censusKey(organization, date, 0).sk);
  if (!first) return undefined;
  const { takenAt, parts } = censusKind.read(first);
  // Parts of another attempt than the first one say another time.
  const same = kept.map((row) => censusKind.read(row)).filter((part) => part.takenAt === takenAt);
  return same.length < parts ? undefined : { takenAt, parts: same.map(({ items }) => items) };
}
