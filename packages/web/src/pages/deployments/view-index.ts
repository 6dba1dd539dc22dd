import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { compile } from "@shardwatch/core/contract/filter/compile";
import { type Facts, factsOf, type TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { everything } from "@shardwatch/core/contract/filter/filter";
import { keyOf } from "../../lib/words/deployment-key.ts";
import { type Joined, nothingJoined } from "../../lib/words/joined.ts";
import { atOnce } from "../../lib/loading/in-slices.ts";
import { defineList, type ListIndex, type ListPage, type Steps } from "../../lib/list/index.ts";
import { sortersOf } from "../../ui/table/columns.ts";
import { deploymentColumns } from "./list/columns.tsx";
import type { WithFacts } from "./list/row-context.ts";
import type { View } from "./view.ts";

/** All loaded deployments, with every order that was requested, and what a filter can ask about each. */
export interface ViewIndex extends ListIndex<DeploymentListItem>, WithFacts {
  /** When the rows were loaded; Unix epoch in milliseconds. */
  loadedAt: number;
  /** The facts of all rows, and what of them is joined. */
  facts: { readonly rows: readonly Facts[]; joined: readonly Joined[] };
  /** What the open incidents say about the rows; undefined until they are loaded. */
  troubleOf?: TroubleOf;
}
export type ViewPage = ListPage<DeploymentListItem>;

const list = defineList<DeploymentListItem, ViewIndex>({
  keyOf,
  nameOf: ({ name }) => name,
  tieOf: ({ id, organizationId }) => `${id} ${organizationId}`,
  sorters: sortersOf(deploymentColumns),
});

export const { findRow } = list;

/**
 * Builds the index of these rows in steps. The facts are computed once for each load, not at each key press.
 * They depend on the time of the load: an unchanged row that is loaded again is older.
 * @param before the last index, for rows that arrive page by page and reload every minute
 */
export function* indexInSteps(
  rows: readonly DeploymentListItem[],
  loadedAt: number,
  before?: ViewIndex,
  joined = nothingJoined,
): Steps<ViewIndex> {
  const index = before?.rows === rows ? before : yield* list.indexInSteps(rows, before);
  return { ...index, loadedAt, ...knownOf(rows, joined, (row) => factsOf(row, loadedAt)) };
}

/** The facts of each row are made when they are first needed: a first visit needs those of the shown rows only. */
function knownOf(
  rows: readonly DeploymentListItem[],
  joined: readonly Joined[],
  make: WithFacts["factsOf"],
): Pick<ViewIndex, "factsOf" | "facts"> {
  const known = new WeakMap<DeploymentListItem, Facts>();
  let all: readonly Facts[] | undefined;
  const once = (row: DeploymentListItem) => {
    let facts = known.get(row);
    if (!facts) known.set(row, (facts = make(row)));
    return facts;
  };
  return {
    factsOf: once,
    facts: {
      joined,
      get rows() {
        return (all ??= rows.map(once));
      },
    },
  };
}

/** The index of these rows. */
export const indexRows = (...given: Parameters<typeof indexInSteps>): ViewIndex =>
  atOnce(indexInSteps(...given));

/** The index with what open incidents say about its rows. They load after the rows, and change the order by status. */
export const withIncidents = (index: ViewIndex, troubleOf: TroubleOf): ViewIndex => ({
  ...index,
  troubleOf,
  orders: new Map([...index.orders].filter(([order]) => !order.startsWith("status "))),
  ...knownOf(index.rows, index.facts.joined, (row) => ({ ...index.factsOf(row), troubleOf })),
});

/** The deployments that pass the view's filter, in its order. */
export function matching(
  index: ViewIndex,
  { filter, sort, order }: Pick<View, "filter" | "sort" | "order">,
): readonly DeploymentListItem[] {
  const isWanted = filter === everything ? undefined : compile(filter);
  const keep = isWanted && ((row: DeploymentListItem) => isWanted(index.factsOf(row)) === true);
  return list.findRows(index, { search: "", sort, order, ...(keep && { keep }) });
}
