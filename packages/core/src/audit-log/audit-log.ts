import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { withViewAudit } from "../audit/bounded.ts";
import { eventsBefore, idAfter, isEventId } from "../audit/events.ts";
import type { AuditEvent, AuditPage } from "../contract/people/audit.ts";
import { done, kindOf } from "../contract/people/audited-actions.ts";
import { encodeCursor } from "../kit/cursor.ts";
import { nextBefore, readBefore } from "../table/newest-first.ts";
import { Names } from "./names-of-ids.ts";
import type { AuditRow } from "../audit/events.ts";
import { readChanges } from "../audit/changes.ts";
import { cleanText } from "../kit/foreign-text.ts";

/** An event as the API shows it. */
function toEvent(row: AuditRow, names: Names): AuditEvent {
  const { id, at, action, actorKind, actorId = null, objectId = null, objectName, personId } = row;
  const {
    changes,
    deploymentCount,
    deployments = [],
    address = null,
    client = null,
    result,
    reason = null,
  } = row;
  return {
    id,
    at: new Date(at).toISOString(),
    action,
    actor: { kind: actorKind, id: actorId, name: names.of(row.actorId) },
    object: {
      kind: kindOf(action),
      id: objectId,
      name: objectName === undefined ? names.of(personId ?? row.objectId) : cleanText(objectName),
    },
    changes: readChanges(changes),
    deployments: deploymentCount === undefined ? null : { count: deploymentCount, first: deployments },
    address,
    client,
    result,
    reason,
    requestId: row.requestId ?? null,
  };
}

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
export async function list(ctx: ReaderContext, query: AuditQuery): Promise<AuditPage> {
  const organization = askedOrganization(ctx, query.organizationId, {
    forbidden: "You can only see the audit of your own organization.",
  });
  if (organization === null) return { events: [] };
  return await withViewAudit(ctx, organization, search(ctx, organization, query));
}

async function search(
  ctx: ReaderContext,
  organization: OrganizationId,
  { limit, cursor, from = 0, to, organizationId: _, ...filter }: AuditQuery,
): Promise<AuditPage> {
  const names = new Names(ctx, organization);
  const matches = matcher(filter);
  const isFiltered = Object.values(filter).some((part) => part !== undefined);
  const found: AuditEvent[] = [];
  let before = readBefore(cursor, isEventId) ?? (to && idAfter(to));
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
  ...nextBefore(last),
});

/** The cursor after an event, for files that end within a page. */
export const cursorAfter = ({ id }: AuditEvent): string => encodeCursor({ before: id });

/** Which events are wanted. Absent parts want all. */
interface AuditFilter {
  /** Id of an account or an agent key, "system" or "file". */
  actor?: string | undefined;
  /** An action, or the kind that it begins with, such as "accessKey". */
  action?: string | undefined;
  /** Id of the object. */
  object?: string | undefined;
  result?: "ok" | "refused" | undefined;
  /** A part of a name, an id, an address or a changed value, in any case. */
  search?: string | undefined;
}

/** A test of events against a filter. */
function matcher({ actor, action, object, result, search: wanted }: AuditFilter) {
  const needle = wanted?.toLowerCase();
  return (event: AuditEvent): boolean =>
    (actor === undefined || actor === (event.actor.id ?? event.actor.kind)) &&
    (action === undefined || action === event.action || action === event.object.kind) &&
    (object === undefined || object === event.object.id) &&
    (result === undefined || (result === "ok") === (event.result === done)) &&
    (needle === undefined || textsOf(event).some((text) => text.toLowerCase().includes(needle)));
}

function textsOf({ action, actor, object, changes, address, result, deployments }: AuditEvent): string[] {
  const texts = [action, result, actor.name, actor.id, object.name, object.id, address];
  const values = changes.flatMap(({ field, before, after }) => [field, before, after]);
  return [...texts, ...values, ...(deployments?.first ?? [])].filter((text) => text !== null);
}
