import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database";
import { queryText } from "@shardwatch/core/contract/filter/format";
import { databaseParameters } from "../../api/fleet/databases.ts";
import type { ListView } from "../../filter/list-view.ts";
import type { ViewedList } from "../../filter/views/viewed-list.ts";
import { ViewTabs } from "../../filter/views/ViewTabs.tsx";
import { paths } from "../../lib/address/paths.ts";
import { databaseColumns, databaseSorts } from "./columns.tsx";
import { columnConfig } from "./stored-columns.ts";
import { askedBy } from "./use-databases.ts";

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

/** The views of databases. Only the API has all rows, so they have no counts, and "Export CSV" has the file. */
export default function DatabaseViews({ view }: { view: ListView<DatabaseSort> }) {
  return <ViewTabs list={list} view={view} download={undefined} />;
}
