import type { DatabaseList, DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database-sorts";
import type { OptionalColumn } from "@shardwatch/core/contract/deployment/optional-columns";
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { organizationOf } from "../../filter/address.ts";
import type { ChangeListView } from "../../filter/use-list-view.ts";
import { type ListView, sortBy } from "../../filter/list-view.ts";
import { useTroubles } from "../../incidents/use-troubles.ts";
import { counted, formatCount } from "../../lib/words/count.ts";
import { paths } from "../../lib/address/paths.ts";
import { searchFromDatabases } from "../../lib/address/urls.ts";
import { useMedia } from "../../lib/browser/use-media.ts";
import { wideWindow } from "../../lib/browser/wide-window.ts";
import { columnsOf, shownConfig } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { rowDensity } from "../../ui/table/row-density.ts";
import { TotalsLine } from "../../ui/table/TotalsLine.tsx";
import { databaseColumns, databaseSorts, type RowContext, sortFields } from "./columns.tsx";
import { keyOf } from "./describe.ts";
import { columnConfig } from "./stored-columns.ts";

interface DatabaseRowsProps {
  headingId: string;
  view: ListView<DatabaseSort>;
  change: ChangeListView<DatabaseSort>;
  /** Undefined while the first page loads. */
  list: (DatabaseList & { loadedAt: number }) | undefined;
}

/** A row lacks what no column shows. */
const everythingJoined = ["figures", "outlook"] as const;

/** Columns that most fleets leave empty: until the first page is there, the table has none of them. */
const ofClouds: readonly OptionalColumn[] = ["region", "nodeType"];

/** A page of the databases. A row opens the page of its database. */
export function DatabaseRows({ headingId, view, change, list }: DatabaseRowsProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const chosen = columnConfig.use();
  const empty = useMemo(() => new Set<string>(list ? list.empty : ofClouds), [list]);
  const density = rowDensity.use();
  const wide = useMedia(wideWindow);
  const troubleOf = useTroubles(organizationOf(view.filter))?.troubleOf;
  const { addressOf, columns } = useMemo(() => {
    // Links keep the query string, so that the way back leads to the same view.
    const kept = searchFromDatabases(search);
    const context = {
      addressOf: ({ deploymentId, id }: DatabaseRow) => paths.database(deploymentId, id, kept),
      joined: everythingJoined,
      loadedAt: list?.loadedAt ?? 0,
      troubleOf,
      deploymentAddressOf: ({ deploymentId }: DatabaseRow) => paths.deployment(deploymentId, kept),
    };
    // What the rows are sorted by is shown, also when it was not chosen.
    const config = { ...shownConfig(databaseColumns, chosen, empty), [view.sort]: true };
    const shown = columnsOf<DatabaseRow, RowContext>(databaseColumns, context, config, empty);
    // A card has two lines: what is broken and how full it is. The first column is its title.
    const inCard = shown.filter(({ card }, place) => place === 0 || card !== undefined);
    return { addressOf: context.addressOf, columns: wide ? shown : inCard };
  }, [search, chosen, empty, view.sort, wide, troubleOf, list?.loadedAt]);
  return (
    <DataTable
      labelledBy={headingId}
      columns={columns}
      rows={list?.databases}
      rowKey={keyOf}
      onOpen={(row) => void navigate(addressOf(row))}
      sorting={{
        by: view.sort,
        order: view.order,
        onSort: (field) => databaseSorts.isSort(field) && change(sortBy(view, field, sortFields)),
      }}
      density={density}
      totals={<TotalsLine totals={list && totalsOf(list)} />}
    />
  );
}

/** What all databases that the filter matches add up to. */
const totalsOf = ({ total, deployments, memoryUsed, memoryLimit, unlimited }: DatabaseList) => ({
  counts: [counted(total, "database"), counted(deployments, "deployment")],
  used: memoryUsed,
  limit: memoryLimit,
  note: unlimited > 0 ? `${formatCount(unlimited)} unlimited` : undefined,
});
