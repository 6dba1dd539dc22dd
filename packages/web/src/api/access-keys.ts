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

/** How long to wait before asking again, in milliseconds, by how often it was asked. */
const quick = { tries: 60, wait: 2_000 };
const slow = { tries: 180, wait: 10_000 };

/**
 * One key, asked again until something reports with it: every two seconds for two minutes, then every ten for
 * twenty. It waits while the page is hidden. A call reads two rows.
 */
export const firstReportQuery = (keyId: string) =>
  queryOptions({
    queryKey: ["access-key", keyId],
    queryFn: async ({ signal }) =>
      await answerOf(await api()["access-key"][":keyId"].$get({ param: { keyId } }, { init: { signal } })),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      const tries = dataUpdateCount + errorUpdateCount;
      if (data?.deployments.first.length || tries > slow.tries) return false;
      return tries < quick.tries ? quick.wait : slow.wait;
    },
  });
