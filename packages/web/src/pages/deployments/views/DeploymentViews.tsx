import { asksIncidents, compile } from "@shardwatch/core/contract/filter/compile";
import { everything, type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { useEffect, useState } from "react";
import { filterIn, viewsOfEverybody } from "../../../filter/views/view-content.ts";
import type { ViewedList } from "../../../filter/views/viewed-list.ts";
import { ViewTabs } from "../../../filter/views/ViewTabs.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { inSlices } from "../../../lib/loading/in-slices.ts";
import { joinedToShow } from "../../../lib/words/joined.ts";
import { exportDeployments } from "../export/csv-export.ts";
import { deploymentColumns } from "../list/columns.tsx";
import { columnConfig } from "../list/stored-columns.ts";
import { sorts, type View } from "../view.ts";
import { matching, type ViewIndex } from "../view-index.ts";

const list: ViewedList = {
  name: "deployments",
  sorts,
  columns: deploymentColumns,
  config: columnConfig,
  path: paths.deployments,
  apiPath: ({ filter }) => {
    const joined = joinedToShow(columnConfig.get()).map((name) => `${name}=1`);
    const query = [formatFilter(filter), ...joined].filter((part) => part !== "").join("&");
    return `/deployments${query && `?${query}`}`;
  },
};

type Counts = ReadonlyMap<string, number>;

/**
 * How many deployments each view has that everybody has. They are counted once for each load and choice of
 * organizations, in idle time. The former counts stay until then. Saved views have none: a person can see 100 of them,
 * which would take 20 times as long.
 */
function useCounts(current: Filter, index: ViewIndex | undefined): Counts {
  const organizations = formatFilter(withTerm(everything, "org", current.terms.get("org")));
  const [counts, setCounts] = useState<Counts>(new Map());
  useEffect(() => {
    if (!index) return undefined;
    const chosen = parseFilter(new URLSearchParams(organizations), []).filter;
    return inSlices(countViews(index, chosen), setCounts);
  }, [index, organizations]);
  return counts;
}

function* countViews({ rows, factsOf, troubleOf }: ViewIndex, chosen: Filter): Generator<undefined, Counts> {
  const counters = viewsOfEverybody(list).flatMap((each) => {
    const filter = filterIn(each, chosen);
    // Without the incidents, which come after the rows, the number would be another one.
    const isKnown = troubleOf !== undefined || !asksIncidents(filter);
    return isKnown ? { name: each.name, isWanted: compile(filter), count: 0 } : [];
  });
  for (const row of rows) {
    for (const counter of counters) if (counter.isWanted(factsOf(row)) === true) counter.count += 1;
    yield;
  }
  return new Map(counters.map(({ name, count }) => [name, count]));
}

interface DeploymentViewsProps {
  view: View;
  /** All deployments; undefined while some of them load. A part of a list would look like all of it. */
  index: ViewIndex | undefined;
}

/** The views of deployments with their counts. The browser has all rows, so it also saves them as CSV. */
export default function DeploymentViews({ view, index }: DeploymentViewsProps) {
  const counts = useCounts(view.filter, index);
  return (
    <ViewTabs
      list={list}
      view={view}
      counts={counts}
      download={index && (() => void exportDeployments(matching(index, view), index.troubleOf))}
    />
  );
}
