import { useQuery } from "@tanstack/react-query";
import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import type { SourceLookup } from "./source.ts";

const nothing: SourceLookup = () => undefined;

/** A kind that cannot be read has no names. */
async function readNames(kinds: readonly DeploymentSource[]): Promise<SourceLookup> {
  const { detailsOf } = await import("./details.ts");
  const read = await Promise.allSettled(kinds.map((kind) => detailsOf(kind).findNames()));
  const known = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  return (via) => {
    for (const lookup of known) {
      const found = lookup(via);
      if (found) return found;
    }
    return undefined;
  };
}

/**
 * Finds what is behind a `via`, among the sources of the person's organization. Code and names load when a
 * kind is asked for first. They are the secondary part of a list.
 */
export function useNamedSources(kinds: readonly DeploymentSource[]): SourceLookup {
  const { data = nothing } = useQuery({
    queryKey: ["named-sources", ...kinds],
    queryFn: () => readNames(kinds),
    enabled: kinds.length > 0,
    staleTime: 60_000,
  });
  return data;
}
