import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";
import { answerOf } from "./request.ts";

/** How often a visible tab asks again, in milliseconds. */
const refreshInterval = 60_000;

export const notificationLists = ["notifications"];
/** How many are shown at first, and how many more each time. */
export const notificationPage = 50;
/** The API's longest page. */
export const mostNotifications = 1_000;

/** The person's own notifications, newest first, at most so many, with the number of all unread ones. */
export const notificationsQuery = (count: number) =>
  queryOptions({
    queryKey: [...notificationLists, count],
    queryFn: async ({ signal }) =>
      answerOf(await api().notifications.$get({ query: { limit: String(count) } }, { init: { signal } })),
    refetchInterval: refreshInterval,
    placeholderData: keepPreviousData,
  });
