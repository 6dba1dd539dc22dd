import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";
import { answerOf } from "./request.ts";

/** How often an open page asks again, in milliseconds: as often as agents report. */
const refreshInterval = 60_000;

/** The organization's agent API keys with the agents that use them, oldest first. */
export const accessKeysQuery = queryOptions({
  queryKey: ["access-keys"],
  queryFn: async ({ signal }) => {
    const { accessKeys } = await answerOf(await api()["access-key"].$get(undefined, { init: { signal } }));
    return accessKeys;
  },
  refetchInterval: refreshInterval,
});
