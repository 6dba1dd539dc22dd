import type { MemberContext } from "../access/context.ts";
import { chosenOrganization, type OrganizationId, ownOrganization } from "../access/scope.ts";
import { lookInto } from "../audit/bounded.ts";
import { eventsBefore, idAfter, isEventId } from "../audit/events.ts";
import type { AuditEvent, AuditPage } from "../contract/people/audit.ts";
import { badCursor, decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { Problem } from "../kit/problem.ts";
import { toEvent } from "./map.ts";
import { type AuditFilter, matcher } from "./match.ts";
import { Names } from "./names.ts";

export interface AuditQuery extends AuditFilter {
  organizationId?: string | undefined;
  /** The first and the last moment, Unix epoch in milliseconds. */
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * How many events one request reads at most. They are about 1 MB, which costs 125 RCU. An index by person, object and
 * action would triple the price of every change.
 */
const mostRead = 2_000;
/** How many events one query of a filtered list reads. */
const pageOfFiltered = 500;

/**
 * A page of an organization's audit, newest first. With a filter, a page can have fewer events than the limit
 * and still have a cursor: the next page continues to search. Throws forbidden for an organization that is
 * not the caller's.
 */
export async function list(ctx: MemberContext, query: AuditQuery): Promise<AuditPage> {
  const organization = organizationOf(ctx, query.organizationId);
  if (organization === null) return { events: [] };
  return await lookInto(ctx, organization, search(ctx, organization, query));
}

async function search(
  ctx: MemberContext,
  organization: OrganizationId,
  { limit, cursor, from = 0, to, organizationId: _, ...filter }: AuditQuery,
): Promise<AuditPage> {
  const names = new Names(ctx, organization);
  const matches = matcher(filter);
  const isFiltered = Object.values(filter).some((part) => part !== undefined);
  const found: AuditEvent[] = [];
  let before = cursor === undefined ? to && idAfter(to) : readCursor(cursor);
  for (let read = 0; read < mostRead;) {
    const size = isFiltered ? pageOfFiltered : limit + 1;
    const page = await eventsBefore(ctx, organization, { before: before || undefined, limit: size });
    const within = page.events.filter(({ at }) => at >= from);
    await names.load(within);
    for (const row of within) {
      const event = toEvent(row, names);
      if (!matches(event)) continue;
      if (found.length === limit) return pageOf(found, found.at(-1)?.id);
      found.push(event);
    }
    if (page.last === undefined || within.length < page.events.length) return pageOf(found, undefined);
    read += page.events.length;
    before = page.last;
  }
  return pageOf(found, before || undefined);
}

const pageOf = (events: AuditEvent[], last: string | undefined): AuditPage => ({
  events,
  ...(last !== undefined && { nextCursor: encodeCursor({ before: last }) }),
});

/** The cursor after an event, for files that end within a page. */
export const cursorAfter = ({ id }: AuditEvent): string => encodeCursor({ before: id });

function readCursor(cursor: string): string {
  const { before = "", ...rest } = decodeCursor(cursor) ?? {};
  if (isEventId(before) && Object.keys(rest).length === 0) return before;
  throw badCursor();
}

function organizationOf(ctx: MemberContext, named: string | undefined): OrganizationId | null {
  if (named === undefined) return ownOrganization(ctx.actor);
  const chosen = chosenOrganization(ctx.actor, named);
  if (!chosen) throw new Problem("forbidden", "You can only see the audit of your own organization.");
  return chosen;
}
