import { compile } from "@shardwatch/core/contract/filter/compile";
import { everything, type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { useMemo } from "react";
import type { ViewIndex } from "../view-index.ts";
import { filterIn, type NamedView, viewsOfEverybody } from "./view-content.ts";

/**
 * How many deployments each view has that everybody has. They are counted once for each load and choice of
 * organizations, not at each key press.
 */
export function useCounts(current: Filter, index: ViewIndex | undefined): ReadonlyMap<NamedView, number> {
  const organizations = formatFilter(withTerm(everything, "org", current.terms.get("org")));
  return useMemo(() => {
    if (!index) return new Map();
    const all = index.facts.rows;
    const chosen = parseFilter(new URLSearchParams(organizations), []).filter;
    return new Map(
      viewsOfEverybody.map((each) => {
        const isWanted = compile(filterIn(each, chosen));
        return [each, all.filter((facts) => isWanted(facts) === true).length];
      }),
    );
  }, [index, organizations]);
}
