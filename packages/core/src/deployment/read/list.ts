import { askedOrganization } from "../../access/asked-organization.ts";
import type { Services, MemberContext } from "../../access/context.ts";
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
import { cleanJson } from "../../kit/foreign-text.ts";
import { isId } from "../../kit/ids.ts";
import { everyId } from "../../organization/organization.ts";
import { deploymentsOf, isSummarySortKey, pulsesOf, summarySortKey } from "../rows/deployment.keys.ts";
import { summaryKind } from "../rows/deployment.table.ts";
import { idOf, refresh } from "../rows/item-text.ts";
import { latestFigures } from "../rows/latest-figures.ts";
import { figuresPart } from "../rows/pulse.table.ts";
import type { DeploymentFigures, FigureReader } from "./figure-join.ts";
import { type IncidentReader, joinIncidents } from "./incident-join.ts";
import { keep, parsed } from "./keep.ts";
import { ownersOf } from "./owners.ts";

export interface ListQuery {
  organizationId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  /** Reads the newest five-minute figures: for items that have them, and for a filter that asks about them. */
  figures?: FigureReader | undefined;
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
  ctx: MemberContext,
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
function onlyOrganization({ actor }: MemberContext, organizationId: string | undefined) {
  if (organizationId === undefined) return everyOrganization(actor) ? undefined : ownOrganization(actor);
  return chosenOrganization(actor, organizationId);
}

/**
 * The organizations that a filter over all of them names, also as those of a deployment. A list of all without such a
 * name is no view of one.
 */
function namedIn(ctx: MemberContext, filter: Filter, items: readonly string[]): OrganizationId[] {
  const { any = [] } = filter.terms.get("org") ?? {};
  if (any.length === 0 && !isId("deployment", filter.search.trim())) return [];
  const ids = any.flatMap((value) => (isWord(value) && isId("organization", value.word) ? [value.word] : []));
  const named = ids.flatMap((id) => chosenOrganization(ctx.actor, id) ?? []);
  return [...new Set([...named, ...organizationsIn(ctx, items)])];
}

/** The organizations whose deployments these are. */
function organizationsIn({ actor }: MemberContext, items: readonly string[]): OrganizationId[] {
  const ids = new Set(items.map((text) => parsed(text).organizationId));
  return [...ids].flatMap((id) => chosenOrganization(actor, id) ?? []);
}

async function listAll(
  ctx: MemberContext,
  { organizationId, limit, cursor, figures }: Omit<ListQuery, "filter">,
): Promise<ListPage> {
  const position = cursor === undefined ? undefined : readPosition(cursor);
  const every = organizationId === undefined ? everyOrganization(ctx.actor) : undefined;
  if (every) return await listEverywhere(ctx, every, { limit, figures }, position);
  const organization = askedOrganization(ctx, organizationId, {
    forbidden: "You can only list deployments of your own organization.",
  });
  if (organization === null) return { items: [], nextCursor: undefined };
  if (position && position.organization !== organization) throw badCursor();
  const part = { limit, figures, after: position?.after };
  return await withViewAudit(ctx, organization, listOne(ctx, organization, part));
}

interface Part {
  limit: number;
  figures: FigureReader | undefined;
  after?: string | undefined;
}

async function listOne(
  services: Services,
  organization: OrganizationId,
  { limit, figures, after }: Part,
): Promise<ListPage> {
  const figuresOf = figures?.(services, organization);
  const [{ rows, last }, pulses] = await Promise.all([
    itemsIn(services, organization, limit, after),
    pulsesIn(services, organization),
  ]);
  const latest = latestFigures(pulses);
  const now = services.clock.now();
  const items = rows.map((text) => refresh(cleanJson(text), latest.get(idOf(text)), now));
  const newest = await figuresOf?.(ownersOf(pulses, latest));
  return {
    items: newest ? items.map((text) => withFigures(text, newest.get(idOf(text)))) : items,
    nextCursor: last && writePosition({ organization, after: last }),
  };
}

/** The item's text with a further field. */
const withFigures = (text: string, figures: DeploymentFigures | undefined): string =>
  figures ? `${text.slice(0, -1)},"figures":${JSON.stringify(figures.total())}}` : text;

/**
 * How much text one page holds, in bytes: 1,000 names of 200 Chinese characters are 6.4 MB. Lambda's limit for an
 * answer is 6 MB. A page can exceed this by one megabyte, which the database answers at once.
 */
const longestPage = 4_500_000;

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Up to `limit` items. The database answers about a thousand at a time. */
async function itemsIn(
  services: Services,
  organization: OrganizationId,
  limit: number,
  after: string | undefined,
): Promise<{ rows: string[]; last: string | undefined }> {
  const rows: string[] = [];
  let [last, length] = [after, 0];
  do {
    const page = await services.table.queryTexts(deploymentsOf(organization), summaryKind.attribute.item, {
      limit: limit - rows.length,
      after: last,
    });
    rows.push(...page.rows);
    length += bytesOf(page.rows);
    ({ last } = page);
  } while (last !== undefined && rows.length < limit && length < longestPage);
  return { rows, last };
}

/** The pulses of an organization: the part that lists read. */
async function pulsesIn(services: Services, organization: OrganizationId) {
  const { attributes, read } = figuresPart;
  const rows = await services.table.queryAll(pulsesOf(organization), { attributes });
  return rows.map((row) => ({ sk: row.sk, ...read(row) }));
}

/**
 * All organizations, a few at a time, in the order of their creation. A full page ends with a whole
 * organization, unless that has more rows or bytes than a page.
 */
async function listEverywhere(
  ctx: MemberContext,
  every: (id: string) => OrganizationId,
  { limit, figures }: Omit<Part, "after">,
  position: Position | undefined,
): Promise<ListPage> {
  const organization = position && every(position.organization);
  if (organization && position.after) {
    // Anybody can write a cursor, and this one names an organization.
    const rest = { limit, figures, after: position.after };
    const page = await withViewAudit(ctx, organization, listOne(ctx, organization, rest));
    return { ...page, nextCursor: page.nextCursor ?? writePosition({ organization }) };
  }
  const { ids, more } = await everyId(ctx, organization, organizationsAtOnce);
  const pages = await Promise.all(
    ids.map(async (id) => {
      const each = every(id);
      return { organization: each, ...(await listOne(ctx, each, { limit, figures })) };
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
