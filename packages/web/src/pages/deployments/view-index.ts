import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { keyOf } from "../../lib/deployment-key.ts";
import { defineList, type ListIndex, type ListPage } from "../../lib/list-index.ts";
import { sortersOf } from "../../ui/columns.ts";
import { deploymentColumns } from "./columns.tsx";
import type { View } from "./view.ts";

/** All loaded deployments, with every order that was requested. */
export type ViewIndex = ListIndex<DeploymentListItem>;
export type ViewPage = ListPage<DeploymentListItem>;

const list = defineList<DeploymentListItem>({
  keyOf,
  nameOf: ({ name }) => name,
  tieOf: ({ id, organizationId }) => `${id} ${organizationId}`,
  sorters: sortersOf(deploymentColumns),
});

export const { createIndexer, findRow, indexRows } = list;

/** One page of the deployments, as the view describes it. */
export function takeView(index: ViewIndex, { type, organization: _, ...view }: View): ViewPage {
  if (type === undefined) return list.takeRows(index, view);
  return list.takeRows(index, { ...view, keep: (row) => row.type === type });
}
