import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { describe, type Part } from "@shardwatch/core/contract/filter/words";
import { useNames } from "./use-names.ts";

/** The parts of a filter in the words of the screen: organizations and sources by their names. */
export function useActiveFilters(filter: Filter): Part[] {
  return describe(filter, useNames(filter.terms));
}
