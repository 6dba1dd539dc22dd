import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** How often a visible tab loads again, in milliseconds. */
const refreshInterval = 60_000;

export const notificationLists = ["notifications"];
/** The number of notifications per step. */
export const notificationPage = 50;
/** The API's longest page. */
export const mostNotifications = 1_000;

/** The person's newest notifications, up to a limit, with the number of all unread ones. */
export const notificationsQuery = (count: number) =>
  queryOptions({
    queryKey: [...notificationLists, count],
    queryFn: async ({ signal }) =>
      answerOf(api().notifications.$get({ query: { limit: String(count) } }, { init: { signal } })),
    refetchInterval: refreshInterval,
    placeholderData: keepPreviousData,
  });
