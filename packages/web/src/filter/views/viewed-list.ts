import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import type { LayeredSetting } from "../../lib/settings/layered-setting.ts";
import type { ColumnConfig, ColumnSpec } from "../../ui/table/columns.ts";
import type { ListView, SortNames } from "../list-view.ts";

/** A list with views. */
export interface ViewedList {
  name: SavedView["list"];
  sorts: SortNames<string>;
  columns: readonly Pick<ColumnSpec<never, never, never>, "id" | "shownAtFirst">[];
  /** The chosen columns. An open view covers them with its own. */
  config: LayeredSetting<ColumnConfig>;
  /** The address of the list with a query, which begins with "?". */
  path: (search: string) => string;
  /** The path at which the API answers the rows of a view. */
  apiPath: (view: ListView<string>) => string;
}
