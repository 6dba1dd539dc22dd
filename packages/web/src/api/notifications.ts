import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";
import { answerOf } from "./request.ts";

/** How often a visible tab asks again, in milliseconds. */
const refreshInterval = 60_000;

/** The person's own notifications, newest first, with the number of unread ones. */
export const notificationsQuery = queryOptions({
  queryKey: ["notifications"],
  queryFn: async ({ signal }) =>
    answerOf(await api().notifications.$get({ query: {} }, { init: { signal } })),
  refetchInterval: refreshInterval,
});
