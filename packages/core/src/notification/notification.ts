import type { MemberContext } from "../access/context.ts";
import type { Notification, NotificationList } from "../contract/notification.ts";
import { notificationsOf } from "../table/keys.ts";
import type { NotificationRow } from "./notification.table.ts";

/** The caller's own notifications, newest first. The count of unread ones is the same with and without read ones. */
export async function list(ctx: MemberContext, includeRead: boolean): Promise<NotificationList> {
  const rows = await ctx.table.queryAll<NotificationRow>(notificationsOf(ctx.actor.accountId));
  const unread = rows.filter((row) => !row.read);
  return {
    notifications: (includeRead ? rows : unread).toReversed().map(present),
    unreadCount: unread.length,
  };
}

function present({
  id,
  type,
  title,
  message,
  read,
  createdAt,
  reasonMessage,
}: NotificationRow): Notification {
  return {
    id,
    type,
    title,
    message,
    read,
    createdAt: new Date(createdAt).toISOString(),
    metadata: { reasonMessage: reasonMessage ?? null },
  };
}
