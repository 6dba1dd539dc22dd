import type { Notification, NotificationList } from "@shardwatch/core/contract/channel/notification";
import { api } from "../client.ts";
import { isNotFound } from "../../lib/errors.ts";
import { notificationLists } from "./notifications.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";

/*
 * Changes to notifications are optimistic. A refusal reverts only its own change, because others may have
 * followed.
 */

type Change = (list: NotificationList) => NotificationList;

const apply = (change: Change) =>
  queryClient.setQueriesData<NotificationList>(
    { queryKey: notificationLists },
    (list) => list && change(list),
  );

async function atOnce(change: Change, undo: Change, send: () => Promise<unknown>): Promise<void> {
  // A request that is already running would restore the old state.
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

/** PATCH /notifications/{id}/read, unless it is read. @throws ApiError when the API refuses */
export async function markRead({ id, read }: Notification): Promise<void> {
  if (read) return;
  const one = new Set([id]);
  await atOnce(marked(one, true), marked(one, false), async () =>
    answerOf(api().notifications[":id"].read.$patch({ param: { id } })),
  );
}

/** PATCH /notifications/read. @throws ApiError when the API refuses */
export async function markAllRead({ notifications, unreadCount }: NotificationList): Promise<void> {
  const ids = new Set(notifications.filter(({ read }) => !read).map(({ id }) => id));
  await atOnce(
    (list) => ({ ...marked(ids, true)(list), unreadCount: 0 }),
    (list) => ({ ...marked(ids, false)(list), unreadCount }),
    async () => answerOf(api().notifications.read.$patch()),
  );
}

/** DELETE /notifications/{id}. @throws ApiError when the API refuses */
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
    async () => answerOf(api().notifications[":id"].$delete({ param: { id } })),
  );
}

/** Puts a notification back in its place: the list is sorted by id, in descending order. */
function restored(list: readonly Notification[], notification: Notification): Notification[] {
  if (list.some(({ id }) => id === notification.id)) return [...list];
  const older = list.findIndex(({ id }) => id < notification.id);
  return list.toSpliced(older === -1 ? list.length : older, 0, notification);
}
