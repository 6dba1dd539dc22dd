import type { DeploymentSource } from "@shardwatch/core/contract/source";
import { accessKeysQuery } from "./access-keys.ts";
import { elastiCacheQuery } from "./elasticache.ts";
import { queryClient } from "./query-client.ts";
import { redisCloudsQuery } from "./redis-cloud.ts";

/** What reports a deployment. */
export interface NamedSource {
  /** The name of the agent key or the account. */
  name: string;
  /** The agent that uses the key, and when it was last heard. */
  agent?: string;
  lastSeen?: string | undefined;
}

export type SourceLookup = (via: string) => NamedSource | undefined;

/** Names change rarely. A change by this person invalidates them at once. */
const staleTime = 300_000;

/** Reads the sources of these kinds. A kind that cannot be read has no names. */
export async function readNamedSources(kinds: readonly DeploymentSource[]): Promise<SourceLookup> {
  const lookups: Record<DeploymentSource, () => Promise<SourceLookup>> = {
    agent: async () => {
      const keys = await queryClient.fetchQuery({ ...accessKeysQuery, staleTime });
      return (via) => {
        const [id, agent] = splitOnce(via);
        const key = keys.find(({ keyId }) => keyId === id);
        if (!key || agent === undefined) return key && { name: key.name };
        return { name: key.name, agent, lastSeen: key.agents.find((one) => one.id === agent)?.lastSeen };
      };
    },
    "redis-cloud": async () => {
      const clouds = await queryClient.fetchQuery({ ...redisCloudsQuery, staleTime });
      return (via) => {
        const cloud = clouds.find(({ id }) => id === via);
        return cloud && { name: cloud.name };
      };
    },
    elasticache: async () => {
      const accounts = await queryClient.fetchQuery({ ...elastiCacheQuery, staleTime });
      return (via) => {
        const account = accounts.find(({ deploymentId }) => deploymentId === via)?.roleArn.split(":")[4];
        return account === undefined ? undefined : { name: `AWS ${account}` };
      };
    },
  };
  const read = await Promise.allSettled(kinds.map((kind) => lookups[kind]()));
  const known = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  return (via) => {
    for (const lookup of known) {
      const found = lookup(via);
      if (found) return found;
    }
    return undefined;
  };
}

function splitOnce(via: string): [id: string, agent?: string] {
  const slash = via.indexOf("/");
  return slash === -1 ? [via] : [via.slice(0, slash), via.slice(slash + 1)];
}
