import { compile } from "@shardwatch/core/contract/filter/compile";
import { everything, type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { useEffect, useState } from "react";
import { inSlices } from "../../../lib/loading/in-slices.ts";
import type { ViewIndex } from "../view-index.ts";
import { filterIn, type NamedView, viewsOfEverybody } from "./view-content.ts";

type Counts = ReadonlyMap<NamedView, number>;

/**
 * How many deployments each view has that everybody has. They are counted once for each load and choice of
 * organizations, in idle time. The former counts stay until then. Saved views have none: a person can see 100 of them,
 * which would take 20 times as long.
 */
export function useCounts(current: Filter, index: ViewIndex | undefined): Counts {
  const organizations = formatFilter(withTerm(everything, "org", current.terms.get("org")));
  const [counts, setCounts] = useState<Counts>(new Map());
  useEffect(() => {
    if (!index) return undefined;
    const chosen = parseFilter(new URLSearchParams(organizations), []).filter;
    return inSlices(countViews(index, chosen), setCounts);
  }, [index, organizations]);
  return counts;
}

function* countViews({ rows, factsOf }: ViewIndex, chosen: Filter): Generator<undefined, Counts> {
  const counters = viewsOfEverybody.map((each) => ({
    each,
    isWanted: compile(filterIn(each, chosen)),
    count: 0,
  }));
  for (const row of rows) {
    for (const counter of counters) if (counter.isWanted(factsOf(row)) === true) counter.count += 1;
    yield;
  }
  return new Map(counters.map(({ each, count }) => [each, count]));
}
