import type { Notification, NotificationList } from "@shardwatch/core/contract/notification";
import { api } from "./client.ts";
import { isNotFound } from "../lib/errors.ts";
import { notificationLists } from "./notifications.ts";
import { queryClient } from "./query-client.ts";
import { answerOf } from "./request.ts";

/*
 * What a person does to the list counts on the screen at once. When the API refuses it, only that is taken back:
 * something else may have been done in the meantime.
 */

type Change = (list: NotificationList) => NotificationList;

const apply = (change: Change) =>
  queryClient.setQueriesData<NotificationList>(
    { queryKey: notificationLists },
    (list) => list && change(list),
  );

async function atOnce(change: Change, undo: Change, send: () => Promise<unknown>): Promise<void> {
  // An answer that is on its way still tells how it was before.
  await queryClient.cancelQueries({ queryKey: notificationLists });
  apply(change);
  try {
    await send();
  } catch (error) {
    // Deleted in another window: there is nothing left to do.
    if (isNotFound(error)) return;
    apply(undo);
    throw error;
  }
}

const marked =
  (ids: ReadonlySet<string>, read: boolean): Change =>
  (list) => ({
    ...list,
    notifications: list.notifications.map((one) => (ids.has(one.id) ? { ...one, read } : one)),
    unreadCount: Math.max(0, list.unreadCount + (read ? -ids.size : ids.size)),
  });

/** PATCH /notifications/{id}/read, unless it is read. @throws ApiError when it stays unread */
export async function markRead({ id, read }: Notification): Promise<void> {
  if (read) return;
  const one = new Set([id]);
  await atOnce(marked(one, true), marked(one, false), async () =>
    answerOf(await api().notifications[":id"].read.$patch({ param: { id } })),
  );
}

/** PATCH /notifications/read. @throws ApiError when they stay unread */
export async function markAllRead({ notifications, unreadCount }: NotificationList): Promise<void> {
  const ids = new Set(notifications.filter(({ read }) => !read).map(({ id }) => id));
  await atOnce(
    (list) => ({ ...marked(ids, true)(list), unreadCount: 0 }),
    (list) => ({ ...marked(ids, false)(list), unreadCount }),
    async () => answerOf(await api().notifications.read.$patch()),
  );
}

/** DELETE /notifications/{id}. @throws ApiError when it is still there */
export async function deleteNotification(notification: Notification): Promise<void> {
  const { id, read } = notification;
  await atOnce(
    ({ notifications, unreadCount, ...rest }) => ({
      ...rest,
      notifications: notifications.filter((one) => one.id !== id),
      unreadCount: Math.max(0, read ? unreadCount : unreadCount - 1),
    }),
    ({ notifications, unreadCount, ...rest }) => ({
      ...rest,
      notifications: restored(notifications, notification),
      unreadCount: read ? unreadCount : unreadCount + 1,
    }),
    async () => answerOf(await api().notifications[":id"].$delete({ param: { id } })),
  );
}

/** With the notification at its place again: the list is in the order of ids, the last one first. */
function restored(list: readonly Notification[], notification: Notification): Notification[] {
  if (list.some(({ id }) => id === notification.id)) return [...list];
  const older = list.findIndex(({ id }) => id < notification.id);
  return list.toSpliced(older === -1 ? list.length : older, 0, notification);
}
