import { factsOf } from "@shardwatch/core/contract/filter/facts";
import type { FieldName } from "@shardwatch/core/contract/filter/fields";
import { everything } from "@shardwatch/core/contract/filter/filter";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { deploymentsQuery } from "../../api/fleet/deployments.ts";
import { choicesOf, type Known } from "../choices.ts";

/** Fields whose values the deployments have. */
const found: readonly FieldName[] = ["region", "provider", "plan", "version", "policy"];

/**
 * What the suggestions of the form are taken from. Counts need all deployments. Of a large fleet, only the first page
 * is loaded, for its values.
 */
export function useKnown(organization: string | undefined): Known {
  const { data, hasNextPage, dataUpdatedAt } = useInfiniteQuery({
    ...deploymentsQuery(organization),
    staleTime: Infinity,
  });
  return useMemo(() => {
    if (!data) return { values: {} };
    const rows = data.map((row) => factsOf(row, dataUpdatedAt));
    if (!hasNextPage) return { rows };
    const textsOf = (name: FieldName) => choicesOf(name, everything, { rows }).map(({ text }) => text);
    return { values: Object.fromEntries(found.map((name) => [name, textsOf(name)])) };
  }, [data, hasNextPage, dataUpdatedAt]);
}
