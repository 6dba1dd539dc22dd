import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Filter } from "../contract/filter/filter.ts";
import { largestListPage } from "../contract/list-page.ts";
import { daysToRead } from "../contract/outlook/license-pace.ts";
import type { LicenseOutlook, LicensesOutlook } from "../contract/outlook/licenses.ts";
import type { DeploymentListItem } from "../contract/deployment/deployment.ts";
import type { IncidentReader } from "../deployment/read/incident-join.ts";
import type { Joins } from "../deployment/read/joins.ts";
import { featuresOf } from "../deployment/read/features.ts";
import { list } from "../deployment/read/list.ts";
import { readShardPast } from "../history/fold/read-shards.ts";
import { badCursor, decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { isId } from "../kit/ids.ts";
import { day } from "../kit/time.ts";
import { endOf, type Licensed, outlookOf } from "./license-outlook.ts";
import { licenseSums } from "./license-sums.ts";

export interface LicensesQuery {
  organizationId?: string | undefined;
  filter: Filter;
  /** Reads the incidents, for a filter that asks about them. */
  incidents: IncidentReader;
  /** Reads what is joined, for a filter that asks about it. */
  joins: Joins | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** How many clusters are read concurrently: one Query each. */
const clustersAtOnce = 25;

/** Lambda answers at most 6 MB. An agent may report a hundred features of a license, with a hundred characters each. */
const longestAnswer = 3_000_000;

/**
 * A page of the clusters of an organization that have a license, with the sums of all that match. They are those of the
 * list with the same filter. Throws forbidden for another organization. Throws invalid for a cursor of another list, and
 * when somebody who sees all organizations names none.
 */
export async function licenses(ctx: ReaderContext, query: LicensesQuery): Promise<LicensesOutlook> {
  const now = ctx.clock.now();
  const { found, page, nextCursor } = await find(ctx, query, now);
  return { licenses: page, ...licenseSums(found, now), ...(nextCursor !== undefined && { nextCursor }) };
}

/** The same page without sums, for callers that answer only a part of it. */
export async function licensePage(ctx: ReaderContext, query: LicensesQuery) {
  const { page, nextCursor } = await find(ctx, query, ctx.clock.now());
  return { rows: page, nextCursor };
}

/** The cursor of a list that continues after this cluster. */
export const cursorAfter = ({ ends, deploymentId }: LicenseOutlook): string =>
  encodeCursor({ ends: ends ?? "", id: deploymentId });

async function find(ctx: ReaderContext, { limit, cursor, ...query }: LicensesQuery, now: number) {
  const organization = askedOrganization(ctx, query.organizationId, {
    forbidden: "You can only list licenses of your own organization.",
    unnamed: "organizationId: must name the organization whose licenses are listed",
  });
  if (organization === null) return { found: [], page: [], nextCursor: undefined };
  const isAfter = cursor === undefined ? () => true : readPlace(cursor);
  const found = await everyLicensed(ctx, organization, query);
  const rest = found.filter(isAfter);
  const page = await withPast(ctx, organization, rest.slice(0, limit), now);
  const last = rest.length > page.length ? page.at(-1) : undefined;
  return { found, page, nextCursor: last && cursorAfter(last) };
}

/** What the list shows for the same filter, as far as it has a license. The first to end comes first. */
async function everyLicensed(
  ctx: ReaderContext,
  organizationId: OrganizationId,
  query: Pick<LicensesQuery, "filter" | "incidents" | "joins">,
): Promise<Licensed[]> {
  const found: Licensed[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(ctx, { ...query, organizationId, limit: largestListPage, cursor });
    for (const text of page.items) {
      const item = JSON.parse(text) as DeploymentListItem;
      if (item.license) found.push(item as Licensed);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found.toSorted((one, other) => compare(placeOf(one), placeOf(other)));
}

/** Joins the past of the shards and the features, which lists do not have, to as many as one answer holds. */
async function withPast(
  ctx: ReaderContext,
  organization: OrganizationId,
  items: readonly Licensed[],
  now: number,
): Promise<LicenseOutlook[]> {
  const today = Math.floor(now / day);
  const range = { first: today - daysToRead + 1, end: today };
  const outlooks: LicenseOutlook[] = [];
  let length = 0;
  for (let start = 0; start < items.length; start += clustersAtOnce) {
    const batch = items.slice(start, start + clustersAtOnce);
    const ids = batch.map(({ id }) => id);
    const reading = ids.map((id) => readShardPast(ctx, organization, id, range));
    const [features, ...pasts] = await Promise.all([featuresOf(ctx, organization, ids), ...reading]);
    for (const [index, item] of batch.entries()) {
      const about = { past: pasts[index] ?? [], features: features.get(item.id) ?? [], now };
      const outlook = outlookOf(item, about);
      length += Buffer.byteLength(JSON.stringify(outlook));
      if (length > longestAnswer) return outlooks;
      outlooks.push(outlook);
    }
  }
  return outlooks;
}

/** A place in the list: when the license ends, and the id. Without a known end it is last. */
type Place = readonly [end: number, id: string];

const placeOf = (item: Licensed): Place => [endOf(item) ?? Infinity, item.id];

function compare([end, id]: Place, [otherEnd, otherId]: Place): number {
  if (end !== otherEnd) return end < otherEnd ? -1 : 1;
  return id === otherId ? 0 : id < otherId ? -1 : 1;
}

/** Whether a cluster comes after the place of a cursor. Throws invalid for a cursor of another list. */
function readPlace(cursor: string): (item: Licensed) => boolean {
  const { ends, id, ...rest } = decodeCursor(cursor) ?? {};
  if (ends === undefined || id === undefined || !isId("deployment", id) || Object.keys(rest).length > 0)
    throw badCursor();
  const end = ends === "" ? Infinity : Date.parse(ends);
  if (Number.isNaN(end)) throw badCursor();
  return (item) => compare(placeOf(item), [end, id]) > 0;
}
