import type { MemberContext, Services } from "../access/context.ts";
import type { Notification, NotificationList } from "../contract/channel/notification.ts";
import type { InvitationStatus } from "../contract/people/invitation.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { isId } from "../kit/ids.ts";
import { inBatches } from "../kit/in-batches.ts";
import { Problem } from "../kit/problem.ts";
import { clear } from "../table/clear.ts";
import { ConditionFailed } from "../table/errors.ts";
import { nextBefore, readBefore } from "../table/newest-first.ts";
import { notificationKey, notificationsOf } from "./notification.keys.ts";
import { markRead as markedRead, notificationKind, type NotificationRow } from "./notification.table.ts";

export interface NotificationQuery {
  includeRead: boolean;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Finds the status of the invitations that the caller has received, by id. It is injected, because
 * invitations are a noun above this one.
 */
export type FindInvitationStatuses = (ctx: MemberContext) => Promise<ReadonlyMap<string, InvitationStatus>>;

/**
 * Finds the ids of the open incidents of the caller's organization; none without one. It is injected, because incidents
 * are a noun above this one.
 */
export type FindOpenIncidents = (ctx: MemberContext) => Promise<ReadonlySet<string>>;

const atOnce = 10;

/**
 * A page of the caller's own notifications, newest first. The number of unread ones counts all of them, not
 * only the page. That count reads every notification, so a page costs as much as the whole list. Those of open
 * incidents are neither listed nor counted until the incidents have ended.
 * @param statuses is called only when there is a notification of an invitation
 */
export async function list(
  ctx: MemberContext,
  { includeRead, limit, cursor }: NotificationQuery,
  { statuses, openIncidents }: { statuses: FindInvitationStatuses; openIncidents: FindOpenIncidents },
): Promise<NotificationList> {
  const before = readBefore(cursor, (id) => isId("notification", id));
  const shown = await readShown(ctx, openIncidents);
  const rows = await withInvitations(ctx, shown, statuses);
  const unread = rows.filter((row) => !row.read);
  const newestFirst = (includeRead ? rows : unread).toReversed();
  const rest = before === undefined ? newestFirst : newestFirst.filter(({ id }) => id < before);
  const page = rest.slice(0, limit);
  const last = rest.length > limit ? page.at(-1)?.id : undefined;
  return {
    notifications: page.map(toNotification),
    unreadCount: unread.length,
    ...nextBefore(last),
  };
}

interface Shown extends NotificationRow {
  invitationStatus?: InvitationStatus;
  incidentEnded?: boolean;
}

/** The caller's notifications without those of open incidents, which are listed as incidents. The oldest first. */
async function readShown(ctx: MemberContext, openIncidents: FindOpenIncidents): Promise<Shown[]> {
  const { accountId, organizationId } = ctx.actor;
  const [stored, open] = await Promise.all([
    ctx.table.queryAll(notificationsOf(accountId)),
    openIncidents(ctx),
  ]);
  return stored.map(notificationKind.read).flatMap((row): Shown[] => {
    const { incidentId, incidentIds = [] } = row;
    if ([incidentId, ...incidentIds].some((id) => id !== undefined && open.has(id))) return [];
    if (incidentId === undefined || organizationId === null) return [row];
    // An incident of an organization that the caller has left may still be open there.
    const isOwn = (row.organizationId ?? organizationId) === organizationId;
    return [isOwn ? { ...row, incidentEnded: true } : row];
  });
}

/**
 * Adds the status of each invitation. One that is not pending needs no answer, so its notification counts as
 * read. A missing one was withdrawn together with its organization.
 */
async function withInvitations(
  ctx: MemberContext,
  rows: readonly Shown[],
  statuses: FindInvitationStatuses,
): Promise<Shown[]> {
  if (rows.every(({ invitationId }) => invitationId === undefined)) return [...rows];
  const known = await statuses(ctx);
  return rows.map((row) => {
    if (row.invitationId === undefined) return row;
    const invitationStatus = known.get(row.invitationId) ?? "cancelled";
    return { ...row, invitationStatus, read: row.read || invitationStatus !== "pending" };
  });
}

/** Marks one of the caller's own notifications as read. Harmless when it is read already. Throws notFound. */
export async function markRead(ctx: MemberContext, id: string): Promise<void> {
  await own(id, () => ctx.table.update(keyOf(ctx, id), markedRead, [{ exists: true }]));
}

/**
 * Marks all of the caller's notifications as read. Those of open incidents stay unread, because no list has shown
 * them yet.
 */
export async function markAllRead(ctx: MemberContext, openIncidents: FindOpenIncidents): Promise<void> {
  const unread = (await readShown(ctx, openIncidents)).filter((row) => !row.read);
  await inBatches(unread, atOnce, ({ id }) => markRead(ctx, id).catch(ignoreNotFound));
}

/** Deletes one of the caller's own notifications. Throws notFound. */
export async function remove(ctx: MemberContext, id: string): Promise<void> {
  await own(id, () => ctx.table.remove(keyOf(ctx, id), [{ exists: true }]));
}

const keyOf = (ctx: MemberContext, id: string) => notificationKey(ctx.actor.accountId, id);

/**
 * Another person's notification is in another partition. So it is not found, like one that does not exist.
 */
async function own(id: string, write: () => Promise<void>): Promise<void> {
  const notFound = new Problem("notFound", "Notification not found");
  if (!isId("notification", id)) throw notFound;
  await write().catch((error: unknown) => {
    throw error instanceof ConditionFailed ? notFound : error;
  });
}

/** It was deleted concurrently. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Problem) || error.kind !== "notFound") throw error;
}

function toNotification({
  id,
  type,
  title,
  message,
  read,
  createdAt,
  reasonMessage,
  invitationStatus,
  names,
  incidentId,
  incidentEnded,
}: Shown): Notification {
  return {
    id,
    type,
    title: cleanText(title),
    message: cleanText(message),
    read,
    createdAt: new Date(createdAt).toISOString(),
    metadata: {
      reasonMessage: reasonMessage === undefined ? null : cleanText(reasonMessage),
      ...(invitationStatus && { invitationStatus }),
      ...(names && { names: [...names] }),
      ...(incidentId !== undefined && { incidentId }),
      ...(incidentEnded && { incidentEnded }),
    },
  };
}

/** Deletes every notification of an account. Safe to repeat. */
export async function forgetAll(services: Services, accountId: string): Promise<void> {
  await clear(services.table, notificationsOf(accountId), { rows: Infinity });
}
