import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** How often an open page asks again, in milliseconds: as often as agents report. */
const refreshInterval = 60_000;

/** The same while the first report of a new key is awaited, and how long that is: 120 calls instead of 20. */
const awaited = { interval: 10_000, for: 1_200_000 };

/** After how many milliseconds an open list of keys asks again. */
export function reloadAfter(keys: readonly Pick<AccessKey, "createdAt" | "lastUsed">[], now: number): number {
  const isAwaited = keys.some(
    ({ lastUsed, createdAt }) => lastUsed === null && now - Date.parse(createdAt) < awaited.for,
  );
  return isAwaited ? awaited.interval : refreshInterval;
}

/** The organization's agent API keys with the agents that use them, oldest first. */
export const accessKeysQuery = queryOptions({
  queryKey: ["access-keys"],
  queryFn: async ({ signal }) => {
    const { accessKeys } = await answerOf(api()["access-key"].$get(undefined, { init: { signal } }));
    return accessKeys;
  },
  refetchInterval: ({ state }) => reloadAfter(state.data ?? [], Date.now()),
});

/** How long to wait before asking again, in milliseconds, by how often it was asked. */
const quick = { tries: 60, wait: 2_000 };
const slow = { tries: 180, wait: 10_000 };

/**
 * One key with the agents that use it. A call reads the key and its pulses, at most 2 read units. The list would
 * read all pulses of the organization, about 500 units with 10,000 deployments.
 */
export const accessKeyQuery = (keyId: string) =>
  queryOptions({
    queryKey: ["access-key", keyId],
    queryFn: async ({ signal }) =>
      await answerOf(api()["access-key"][":keyId"].$get({ param: { keyId } }, { init: { signal } })),
  });

/**
 * One key, asked again until something reports with it: every two seconds for two minutes, then every ten for
 * twenty. It waits while the page is hidden.
 */
export const firstReportQuery = (keyId: string) =>
  queryOptions({
    ...accessKeyQuery(keyId),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      const tries = dataUpdateCount + errorUpdateCount;
      if (data?.deployments.first.length || tries > slow.tries) return false;
      return tries < quick.tries ? quick.wait : slow.wait;
    },
  });
