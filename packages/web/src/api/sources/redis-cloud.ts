import { queryOptions } from "@tanstack/react-query";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** How often an open page loads again, in milliseconds: usually, and during the first reading. */
const refreshInterval = 60_000;
const pendingInterval = 2_000;

/** The connected Redis Cloud accounts of the person's organization, oldest first. */
export const redisCloudsQuery = queryOptions({
  queryKey: ["redis-clouds"],
  queryFn: async ({ signal }): Promise<RedisCloud[]> => {
    const answer = await api()["redis-cloud"].$get(undefined, { init: { signal } });
    return (await answerOf(answer)).redisClouds;
  },
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === "pending") ? pendingInterval : refreshInterval,
});
