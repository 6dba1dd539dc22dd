import { useQuery } from "@tanstack/react-query";
import type { DeploymentSource } from "@shardwatch/core/contract/source";

/** What reports a deployment. */
export interface NamedSource {
  /** The name of the agent key or the account. */
  name: string;
  /** The agent that uses the key, and when it was last heard. */
  agent?: string;
  lastSeen?: string | undefined;
}

export type SourceLookup = (via: string) => NamedSource | undefined;

const nothing: SourceLookup = () => undefined;

/**
 * Finds what is behind a `via`, among the sources of the person's organization. Code and names load when a
 * kind is asked for first. They are the secondary part of a list.
 */
export function useNamedSources(kinds: readonly DeploymentSource[]): SourceLookup {
  const { data = nothing } = useQuery({
    queryKey: ["named-sources", ...kinds],
    queryFn: async () => (await import("./read-named-sources.ts")).readNamedSources(kinds),
    enabled: kinds.length > 0,
    staleTime: 60_000,
  });
  return data;
}
