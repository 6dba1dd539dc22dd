import { askedOrganization } from "../../access/asked-organization.ts";
import type { Services, ReaderContext } from "../../access/context.ts";
import {
  chosenOrganization,
  everyOrganization,
  type OrganizationId,
  ownOrganization,
} from "../../access/scope.ts";
import { withViewAudit, recordViews } from "../../audit/bounded.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { asksIncidents } from "../../contract/filter/compile.ts";
import type { TroubleOf } from "../../contract/filter/facts.ts";
import { everything, type Filter } from "../../contract/filter/filter.ts";
import { isWord } from "../../contract/filter/value.ts";
import { badCursor, decodeCursor, encodeCursor } from "../../kit/cursor.ts";
import { isId } from "../../kit/ids.ts";
import { everyId } from "../../organization/organization.ts";
import { isSummarySortKey, summarySortKey } from "../rows/deployment.keys.ts";
import { type IncidentReader, joinIncidents } from "./incident-join.ts";
import { asTheyAre, bytesOf, longestPage } from "./items.ts";
import type { Joins } from "./joins.ts";
import { keep, parsed } from "./keep.ts";

export interface ListQuery {
  organizationId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  /** Reads what is joined: to items that have it, and for a filter that asks about it. */
  joins?: Joins | undefined;
  /** Only deployments for which it is true. A page may then be short or empty although there are more. */
  filter?: Filter;
  /** Reads the incidents, for a filter that asks about them. Without it, they are not known. */
  incidents?: IncidentReader;
  /** Whether the caller needs to know the incidents as well. */
  withTroubles?: boolean;
}

export interface ListPage {
  /** Each item of the answer as JSON text: a list of thousands is not parsed just to be written again. */
  items: string[];
  nextCursor: string | undefined;
  /** What the open incidents say about the deployments. Undefined where nobody asked. */
  troubleOf?: TroubleOf | undefined;
}

/** Where a list continues: after a row of one organization, or after a whole organization. */
type Position = { organization: string; after?: string };

/** How many organizations are read concurrently when the list spans all of them. */
const organizationsAtOnce = 10;

/**
 * A page of the deployments that the caller may see. Throws forbidden for another organization, unless the
 * caller may see all.
 */
export async function list(
  ctx: ReaderContext,
  { filter = everything, incidents, withTroubles = false, ...query }: ListQuery,
): Promise<ListPage> {
  const read = incidents && (withTroubles || asksIncidents(filter)) ? incidents : undefined;
  const known = read && onlyOrganization(ctx, query.organizationId);
  const [whole, early] = await Promise.all([
    listAll(ctx, query),
    read && known ? joinIncidents(ctx, [known], read) : undefined,
  ]);
  const troubleOf = early ?? (read && (await joinIncidents(ctx, organizationsIn(ctx, whole.items), read)));
  const page = { ...whole, troubleOf };
  if (filter === everything) return page;
  const items = keep(page.items, filter, ctx.clock.now(), troubleOf);
  if (query.organizationId === undefined && everyOrganization(ctx.actor))
    await recordViews(ctx, namedIn(ctx, filter, items));
  return { ...page, items };
}

/** The only organization that is listed, where the caller may see it. A list of all, or a refused one, has none. */
function onlyOrganization({ actor }: ReaderContext, organizationId: string | undefined) {
  if (organizationId === undefined) return everyOrganization(actor) ? undefined : ownOrganization(actor);
  return chosenOrganization(actor, organizationId);
}

/**
 * The organizations that a filter over all of them names, also as those of a deployment. A list of all without such a
 * name is no view of one.
 */
function namedIn(ctx: ReaderContext, filter: Filter, items: readonly string[]): OrganizationId[] {
  const { any = [] } = filter.terms.get("org") ?? {};
  if (any.length === 0 && !isId("deployment", filter.search.trim())) return [];
  const ids = any.flatMap((value) => (isWord(value) && isId("organization", value.word) ? [value.word] : []));
  const named = ids.flatMap((id) => chosenOrganization(ctx.actor, id) ?? []);
  return [...new Set([...named, ...organizationsIn(ctx, items)])];
}

/** The organizations whose deployments these are. */
function organizationsIn({ actor }: ReaderContext, items: readonly string[]): OrganizationId[] {
  const ids = new Set(items.map((text) => parsed(text).organizationId));
  return [...ids].flatMap((id) => chosenOrganization(actor, id) ?? []);
}

async function listAll(
  ctx: ReaderContext,
  { organizationId, limit, cursor, joins }: Omit<ListQuery, "filter">,
): Promise<ListPage> {
  const position = cursor === undefined ? undefined : readPosition(cursor);
  const every = organizationId === undefined ? everyOrganization(ctx.actor) : undefined;
  if (every) return await listEverywhere(ctx, every, { limit, joins }, position);
  const organization = askedOrganization(ctx, organizationId, {
    forbidden: "You can only list deployments of your own organization.",
  });
  if (organization === null) return { items: [], nextCursor: undefined };
  if (position && position.organization !== organization) throw badCursor();
  const part = { limit, joins, after: position?.after };
  return await withViewAudit(ctx, organization, listOne(ctx, organization, part));
}

interface Part {
  limit: number;
  joins: Joins | undefined;
  after?: string | undefined;
}

async function listOne(
  services: Services,
  organization: OrganizationId,
  { limit, joins, after }: Part,
): Promise<ListPage> {
  const { items, last } = await asTheyAre(services, organization, { limit, after, joins });
  return { items, nextCursor: last && writePosition({ organization, after: last }) };
}

/**
 * All organizations, a few at a time, in the order of their creation. A full page ends with a whole
 * organization, unless that has more rows or bytes than a page.
 */
async function listEverywhere(
  ctx: ReaderContext,
  every: (id: string) => OrganizationId,
  { limit, joins }: Omit<Part, "after">,
  position: Position | undefined,
): Promise<ListPage> {
  const organization = position && every(position.organization);
  if (organization && position.after) {
    // Anybody can write a cursor, and this one names an organization.
    const rest = { limit, joins, after: position.after };
    const page = await withViewAudit(ctx, organization, listOne(ctx, organization, rest));
    return { ...page, nextCursor: page.nextCursor ?? writePosition({ organization }) };
  }
  const { ids, more } = await everyId(ctx, organization, organizationsAtOnce);
  const pages = await Promise.all(
    ids.map(async (id) => {
      const each = every(id);
      return { organization: each, ...(await listOne(ctx, each, { limit, joins })) };
    }),
  );
  const items: string[] = [];
  let length = 0;
  for (const [index, page] of pages.entries()) {
    length += bytesOf(page.items);
    const before = ids[index - 1];
    if (before && items.length > 0 && length > longestPage)
      return { items, nextCursor: writePosition({ organization: before }) };
    items.push(...page.items);
    if (page.nextCursor) return { items, nextCursor: page.nextCursor };
    const isLast = index === pages.length - 1;
    if (items.length >= limit && (!isLast || more))
      return { items, nextCursor: writePosition({ organization: page.organization }) };
  }
  const end = ids.at(-1);
  return { items, nextCursor: more && end ? writePosition({ organization: end }) : undefined };
}

/** The cursor of a list that continues after this deployment, for callers that answer only a part of a page. */
export function cursorAfter({ organizationId, id }: DeploymentListItem): string {
  return writePosition({ organization: organizationId, after: summarySortKey(id) });
}

function writePosition({ organization, after }: Position): string {
  return encodeCursor({ organization, ...(after !== undefined && { after }) });
}

function readPosition(cursor: string): Position {
  const { organization = "", after, ...rest } = decodeCursor(cursor) ?? {};
  // Checked completely, because the storage fails on invalid text, such as half a surrogate pair.
  const wellFormed = isId("organization", organization) && (after === undefined || isSummarySortKey(after));
  if (!wellFormed || Object.keys(rest).length > 0) throw badCursor();
  return { organization, ...(after !== undefined && { after }) };
}
