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

const atOnce = 10;

/**
 * A page of the caller's own notifications, newest first. The number of unread ones counts all of them, not
 * only the page. That count reads every notification, so a page costs as much as the whole list.
 * @param statuses is called only when there is a notification of an invitation
 */
export async function list(
  ctx: MemberContext,
  { includeRead, limit, cursor }: NotificationQuery,
  statuses: FindInvitationStatuses,
): Promise<NotificationList> {
  const before = readBefore(cursor, (id) => isId("notification", id));
  const stored = await ctx.table.queryAll(notificationsOf(ctx.actor.accountId));
  const rows = await withInvitations(ctx, stored.map(notificationKind.read), statuses);
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
}

/**
 * Adds the status of each invitation. One that is not pending needs no answer, so its notification counts as
 * read. A missing one was withdrawn together with its organization.
 */
async function withInvitations(
  ctx: MemberContext,
  rows: readonly NotificationRow[],
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

/** Marks all of the caller's notifications as read. */
export async function markAllRead(ctx: MemberContext): Promise<void> {
  const stored = await ctx.table.queryAll(notificationsOf(ctx.actor.accountId));
  const unread = stored.map(notificationKind.read).filter((row) => !row.read);
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
    },
  };
}

/** Deletes every notification of an account. Safe to repeat. */
export async function forgetAll(services: Services, accountId: string): Promise<void> {
  await clear(services.table, notificationsOf(accountId), { rows: Infinity });
}
