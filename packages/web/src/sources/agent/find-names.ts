import { accessKeysQuery } from "../../api/access-keys.ts";
import { queryClient } from "../../api/query-client.ts";
import { namesStaleTime, type SourceLookup } from "../source.ts";

/** Finds an agent key by its id, and one of its agents by both ids. */
export async function findNames(): Promise<SourceLookup> {
  const keys = await queryClient.fetchQuery({ ...accessKeysQuery, staleTime: namesStaleTime });
  return (via) => {
    const [id, agent] = splitOnce(via);
    const key = keys.find(({ keyId }) => keyId === id);
    if (!key || agent === undefined) return key && { name: key.name };
    return { name: key.name, agent, lastSeen: key.agents.find((one) => one.id === agent)?.lastSeen };
  };
}

function splitOnce(via: string): [id: string, agent?: string] {
  const slash = via.indexOf("/");
  return slash === -1 ? [via] : [via.slice(0, slash), via.slice(slash + 1)];
}
