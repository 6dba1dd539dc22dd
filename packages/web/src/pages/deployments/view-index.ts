import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { compile } from "@shardwatch/core/contract/filter/compile";
import { type Facts, factsOf } from "@shardwatch/core/contract/filter/facts";
import { keyOf } from "../../lib/deployment-key.ts";
import { defineList, type ListIndex, type ListPage } from "../../lib/list-index.ts";
import { sortersOf } from "../../ui/columns.ts";
import { deploymentColumns } from "./columns.tsx";
import type { View } from "./view.ts";

/** All loaded deployments, with every order that was requested, and what a filter can ask about each. */
export interface ViewIndex extends ListIndex<DeploymentListItem> {
  facts: ReadonlyMap<DeploymentListItem, Facts>;
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
      const facts = new Map(rows.map((row) => [row, factsOf(row, loadedAt)]));
      last = { of, loadedAt, index: { ...of, facts } };
    }
    return last.index;
  };
}

/** One page of the deployments, as the view describes it. */
export function takeView(index: ViewIndex, { filter, ...view }: View): ViewPage {
  const isWanted = compile(filter);
  const keep = (row: DeploymentListItem) => {
    const facts = index.facts.get(row);
    return facts !== undefined && isWanted(facts) === true;
  };
  return list.takeRows(index, { ...view, search: "", keep });
}

/** All deployments that pass the view's filters, in its order, on every page. */
export const allOf = (index: ViewIndex, view: View): readonly DeploymentListItem[] =>
  takeView(index, { ...view, page: 1, pageSize: Math.max(1, index.rows.length) }).rows;
