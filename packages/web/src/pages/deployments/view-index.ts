import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { compile } from "@shardwatch/core/contract/filter/compile";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import { everything } from "@shardwatch/core/contract/filter/filter";
import { keyOf } from "../../lib/deployment-key.ts";
import { defineList, type ListIndex, type ListPage, pageOf } from "../../lib/list-index.ts";
import { sortersOf } from "../../ui/columns.ts";
import { deploymentColumns } from "./columns.tsx";
import { rowFacts } from "./row-facts.ts";
import type { View } from "./view.ts";

/** All loaded deployments, with every order that was requested, and what a filter can ask about each. */
export interface ViewIndex extends ListIndex<DeploymentListItem> {
  factsOf: (row: DeploymentListItem) => Facts;
  /** The facts of all rows. */
  facts: { readonly rows: readonly Facts[] };
}
export type ViewPage = ListPage<DeploymentListItem>;

const list = defineList<DeploymentListItem>({
  keyOf,
  nameOf: ({ name }) => name,
  tieOf: ({ id, organizationId }) => `${id} ${organizationId}`,
  sorters: sortersOf(deploymentColumns),
});

export const { findRow } = list;

/**
 * An indexer that keeps its last index. The facts are computed once for each load, not at each key press.
 * They depend on the time of the load: an unchanged row that is loaded again is older.
 */
export function createIndexer(): (rows: readonly DeploymentListItem[], loadedAt: number) => ViewIndex {
  const indexer = list.createIndexer();
  let last: { of: ListIndex<DeploymentListItem>; loadedAt: number; index: ViewIndex } | undefined;
  return (rows, loadedAt) => {
    const of = indexer(rows);
    if (last?.of !== of || last.loadedAt !== loadedAt) {
      const factsOf = (row: DeploymentListItem) => rowFacts(row, loadedAt);
      let all: readonly Facts[] | undefined;
      const facts = {
        get rows() {
          return (all ??= rows.map(factsOf));
        },
      };
      last = { of, loadedAt, index: { ...of, factsOf, facts } };
    }
    return last.index;
  };
}

/** The deployments that pass the view's filter, in its order. */
export function matching(
  index: ViewIndex,
  { filter, sort, order }: Pick<View, "filter" | "sort" | "order">,
): readonly DeploymentListItem[] {
  const isWanted = filter === everything ? undefined : compile(filter);
  const keep = isWanted && ((row: DeploymentListItem) => isWanted(index.factsOf(row)) === true);
  return list.findRows(index, { search: "", sort, order, ...(keep && { keep }) });
}

/** One page of the deployments, as the view describes it. */
export const takeView = (index: ViewIndex, view: View): ViewPage => pageOf(matching(index, view), view);
