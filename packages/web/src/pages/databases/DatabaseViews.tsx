import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database-sorts";
import { queryText } from "@shardwatch/core/contract/filter/format";
import { databaseParameters } from "../../api/fleet/databases.ts";
import type { ListView } from "../../filter/list-view.ts";
import type { ViewedList } from "../../filter/views/viewed-list.ts";
import { ViewTabs } from "../../filter/views/ViewTabs.tsx";
import { paths } from "../../lib/address/paths.ts";
import { databaseColumns, databaseSorts } from "./columns.tsx";
import { columnConfig } from "./stored-columns.ts";
import { type Asked, askedBy, exportDatabases } from "./use-databases.ts";

const list: ViewedList = {
  name: "databases",
  sorts: databaseSorts,
  columns: databaseColumns,
  config: columnConfig,
  path: paths.databases,
  apiPath: ({ sort, ...view }) => {
    const known = databaseSorts.isSort(sort) ? sort : databaseSorts.usual;
    const asked = askedBy({ ...view, sort: known }, columnConfig.get());
    return `/databases?${queryText(new URLSearchParams(databaseParameters(asked)))}`;
  },
};

interface DatabaseViewsProps {
  view: ListView<DatabaseSort>;
  /** What the view asks the API; undefined while that is known to give no rows, or nothing is known. */
  exported: Asked | undefined;
}

/** The views of databases. Only the API has all rows, so they have no counts. */
export default function DatabaseViews({ view, exported }: DatabaseViewsProps) {
  return <ViewTabs list={list} view={view} download={exported && (() => void exportDatabases(exported))} />;
}
