import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** How often an open page loads again, in milliseconds. It is shorter during a reading that somebody waits for. */
const refreshInterval = 60_000;
export const readingInterval = 2_000;

/** The connected AWS accounts of the person's organization, oldest first. */
export const elastiCacheQuery = queryOptions({
  queryKey: ["elasticache"],
  queryFn: async ({ signal }) => {
    const { integrations } = await answerOf(api().api.elasticache.$get(undefined, { init: { signal } }));
    return integrations;
  },
  refetchInterval: ({ state }) =>
    state.data?.some(({ status, progress }) => status === "pending" || progress !== null)
      ? readingInterval
      : refreshInterval,
});
