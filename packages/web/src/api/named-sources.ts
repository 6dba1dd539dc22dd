import { useQuery } from "@tanstack/react-query";
import type { DeploymentSource } from "@shardwatch/core/contract/source";
import type { SourceLookup } from "./read-named-sources.ts";

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
