import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { DeploymentSource } from "@shardwatch/core/contract/source";
import { accessKeysQuery } from "./access-keys.ts";
import { elastiCacheQuery } from "./elasticache.ts";
import { redisCloudsQuery } from "./redis-cloud.ts";

/** Names change rarely, so they stay for a while. */
const options = { staleTime: 300_000, refetchInterval: false } as const;

/** What reports a deployment. */
export interface NamedSource {
  /** The name of the agent key or the account. */
  name: string;
  /** The agent that uses the key, and when it was last heard. */
  agent?: string;
  lastSeen?: string | undefined;
}

type Lookup = (via: string) => NamedSource | undefined;

/**
 * Finds what is behind a `via`, among the sources of the person's organization. The list of each kind of
 * source loads only when that kind is asked for.
 */
export function useNamedSources(kinds: readonly DeploymentSource[]): Lookup {
  const { data: keys } = useQuery({ ...accessKeysQuery, ...options, enabled: kinds.includes("agent") });
  const { data: clouds } = useQuery({
    ...redisCloudsQuery,
    ...options,
    enabled: kinds.includes("redis-cloud"),
  });
  const { data: accounts } = useQuery({
    ...elastiCacheQuery,
    ...options,
    enabled: kinds.includes("elasticache"),
  });
  return useCallback<Lookup>(
    (via) => {
      const [id, agent] = splitOnce(via);
      const key = keys?.find(({ keyId }) => keyId === id);
      if (key)
        return {
          name: key.name,
          ...(agent !== undefined && {
            agent,
            lastSeen: key.agents.find((one) => one.id === agent)?.lastSeen,
          }),
        };
      const account = accounts?.find(({ deploymentId }) => deploymentId === id)?.roleArn.split(":")[4];
      const name = clouds?.find((cloud) => cloud.id === id)?.name ?? (account && `AWS ${account}`);
      return name === undefined ? undefined : { name };
    },
    [keys, clouds, accounts],
  );
}

function splitOnce(via: string): [id: string, agent?: string] {
  const slash = via.indexOf("/");
  return slash === -1 ? [via] : [via.slice(0, slash), via.slice(slash + 1)];
}
