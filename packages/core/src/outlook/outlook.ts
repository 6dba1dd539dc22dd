import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext } from "../access/context.ts";
import type { Filter } from "../contract/filter/filter.ts";
import { type MemoryOutlook, noCounts, type OutlookAnswer } from "../contract/outlook/outlook.ts";
import { allSays, listedSays } from "../contract/outlook/says.ts";
import { matchingDatabases } from "../deployment/fleet/databases.ts";
import type { IncidentReader } from "../deployment/read/incident-join.ts";
import type { Joins } from "../deployment/read/joins.ts";
import { badCursor, decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { day, isoOrNull } from "../kit/time.ts";
import { earliestOf, judge, type JudgedDatabase, levelNow, outlookItem } from "./judge.ts";
import { storedOutlooks } from "./rows/stored.ts";

export interface OutlookQuery {
  organizationId?: string | undefined;
  filter: Filter;
  /** Reads the incidents, for a filter that asks about them. */
  incidents?: IncidentReader;
  /** Reads what is joined, for a filter that asks about it. */
  joins?: Joins | undefined;
  /** Databases that may be full within so many days from now are listed. */
  within: number;
  /** Whether every database is listed, also one of which nothing is said. */
  all?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * When the memory of the databases of an organization is full, the earliest first. Limits and memory are those of now.
 * Throws forbidden for another organization. Throws invalid for a cursor of another list, and when somebody who sees all
 * organizations names none.
 */
export async function outlook(ctx: ReaderContext, query: OutlookQuery): Promise<OutlookAnswer> {
  const { asOf, judged, listed, page, nextCursor } = await find(ctx, query);
  const counts = { ...noCounts };
  for (const { say } of judged) counts[say] += 1;
  return {
    asOf: isoOrNull(asOf),
    items: page.map(outlookItem),
    counts,
    total: listed.length,
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/**
 * The same page without counts, for callers that answer only a part of it.
 * @returns rows with a function for the cursor after each
 */
export async function outlookPage(ctx: ReaderContext, query: OutlookQuery) {
  const { page, nextCursor } = await find(ctx, query);
  const rows = page.map((one): { row: MemoryOutlook; cursorAfter: () => string } => ({
    row: outlookItem(one),
    cursorAfter: () => writePlace(one),
  }));
  return { rows, nextCursor };
}

async function find(ctx: ReaderContext, query: OutlookQuery) {
  const organization = askedOrganization(ctx, query.organizationId, {
    forbidden: "You can only see the outlook of your own organization.",
    unnamed: "organizationId: must name the organization whose outlook is asked for",
  });
  const isAfter = query.cursor === undefined ? () => true : readPlace(query.cursor);
  if (organization === null)
    return { asOf: undefined, judged: [], listed: [], page: [], nextCursor: undefined };
  const [databases, stored] = await Promise.all([
    matchingDatabases(ctx, organization, query),
    storedOutlooks(ctx, organization),
  ]);
  const judged = await judge(databases, stored);
  const end = ctx.clock.now() + query.within * day;
  const listed = judged
    .filter((one) => query.all === true || isListed(one, end))
    .map((one) => ({ one, place: placeOf(one) }))
    .toSorted((a, b) => compare(a.place, b.place));
  const rest = listed.filter(({ place }) => isAfter(place)).map(({ one }) => one);
  const page = rest.slice(0, query.limit);
  const last = page.length < rest.length ? page.at(-1) : undefined;
  return { asOf: stored.asOf, judged, listed, page, nextCursor: last && writePlace(last) };
}

const says: readonly string[] = listedSays;

function isListed(one: JudgedDatabase, end: number): boolean {
  return says.includes(one.say) && (earliestOf(one) ?? 0) <= end;
}

/** Where a database is in the list. */
interface Place {
  /** Which of the groups: dates, what is unclear, what is full, then those that are counted only. */
  rank: number;
  /** The earliest date, Unix epoch in milliseconds. Of what is full, how bad that is: 0 is the worst. Else 0. */
  at: number;
  id: string;
}

const levels: readonly MemoryOutlook["level"][] = ["critical", "warning", "ok"];

const placeOf = (one: JudgedDatabase): Place => ({
  rank: allSays.indexOf(one.say),
  at: one.say === "full" ? levels.indexOf(levelNow(one)) : (earliestOf(one) ?? 0),
  id: one.database.id,
});

const compare = (a: Place, b: Place): number =>
  a.rank - b.rank || a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Where the page after a database starts, as an opaque text. It stays valid when databases come and go. */
function writePlace(one: JudgedDatabase): string {
  const { rank, at, id } = placeOf(one);
  return encodeCursor({ list: "outlook", rank: String(rank), at: String(at), id });
}

/** Whether a place comes after the one of a cursor. Throws invalid for a cursor of another list. */
function readPlace(cursor: string): (place: Place) => boolean {
  const { list, rank, at, id, ...rest } = decodeCursor(cursor) ?? {};
  const isOurs = list === "outlook" && id !== undefined && Object.keys(rest).length === 0;
  const place = { rank: Number(rank), at: Number(at), id: id ?? "" };
  if (!isOurs || Number.isNaN(place.rank) || Number.isNaN(place.at)) throw badCursor();
  return (other) => compare(other, place) > 0;
}
