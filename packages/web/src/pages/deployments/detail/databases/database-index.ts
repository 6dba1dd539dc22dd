import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { defineList, type ListIndex, type ListPage } from "../../../../lib/list/index.ts";
import { sortersOf } from "../../../../ui/table/columns.ts";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { databaseColumns } from "./database-columns.tsx";
import type { DatabaseView } from "./database-view.ts";

const list = defineList<Database>({
  keyOf: ({ id }) => id,
  nameOf: databaseName,
  tieOf: ({ id }) => id,
  sorters: sortersOf(databaseColumns),
});

/** The index of a deployment's databases, for sorting and filtering. */
export const indexDatabases = (databases: readonly Database[]) => list.indexRows(databases);

/** One page of the databases, as the view describes it. */
export function takeDatabases(
  index: ListIndex<Database>,
  { inactive, ...view }: DatabaseView,
): ListPage<Database> {
  if (!inactive) return list.takeRows(index, view);
  return list.takeRows(index, { ...view, keep: ({ status }) => status !== "active" });
}
