import { SearchX } from "lucide-react";
import { useId, useMemo, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { Button } from "../../../../ui/form/Button.tsx";
import { columnsOf } from "../../../../ui/table/columns.ts";
import { DataTable } from "../../../../ui/table/DataTable.tsx";
import { EmptyState } from "../../../../ui/state/EmptyState.tsx";
import { Pager } from "../../../../ui/table/Pager.tsx";
import { counted } from "../../../../lib/words/count.ts";
import { OldNote } from "../AsOf.tsx";
import { type DatabaseContext, databaseColumns, isDatabaseSort, databaseSorts } from "./database-columns.tsx";
import { indexDatabases, takeDatabases } from "./database-index.ts";
import { databaseDetails } from "./DatabaseFacts.tsx";
import { describeTotals, totalsOf } from "../totals.ts";
import { paths } from "../../../../lib/address/paths.ts";
import { SortSelect } from "../../../../ui/table/SortSelect.tsx";
import { SearchField } from "../../../../ui/form/SearchField.tsx";
import { sortBy } from "../../../../filter/list-view.ts";
import { type ChangeQueryView, useQueryView } from "../../../../lib/address/use-query-view.ts";
import type { ListPage } from "../../../../lib/list/index.ts";
import { type DatabaseView, readDatabaseView, writeDatabaseView } from "./database-view.ts";

interface DatabasesToolbarProps {
  view: DatabaseView;
  change: ChangeQueryView<DatabaseView>;
  /** The number of databases that are not active. */
  inactive: number;
}

/** Search, filter and sorting of databases. Sorting is a select only where the table has no headers. */
function DatabasesToolbar({ view, change, inactive }: DatabasesToolbarProps) {
  return (
    <search
      aria-label="Databases"
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2"
    >
      <SearchField value={view.search} onSearch={(search) => change({ search }, "replace")} />
      {(inactive > 0 || view.inactive) && (
        <Button
          aria-pressed={view.inactive}
          onClick={() => change({ inactive: !view.inactive })}
          className="aria-pressed:border-accent aria-pressed:text-accent"
        >
          Inactive
          <span className="figures text-faint">{inactive}</span>
        </Button>
      )}
      <span className="contents md:hidden">
        <SortSelect fields={databaseSorts} value={view} onSort={change} width="min-w-44" />
      </span>
    </search>
  );
}

/** The deployment whose databases are shown; undefined while it loads. */
type Shown = Pick<Deployment, "id"> | undefined;

interface DatabaseRowsProps extends DatabaseContext {
  headingId: string;
  deployment: Shown;
  view: DatabaseView;
  change: ChangeQueryView<DatabaseView>;
  /** Undefined while the databases load. */
  page: ListPage<Database> | undefined;
  isSortable: boolean;
}

/** The databases of a page, or that none is found. */
function DatabaseRows(props: DatabaseRowsProps) {
  const { headingId, deployment, view, change, page, isSortable } = props;
  const { old, trouble, limitUnreadable, reports, gaps } = props;
  const { search } = useLocation();
  const id = deployment?.id ?? "";
  const { columns, details } = useMemo(() => {
    const context = { limitUnreadable, old, trouble, reports, gaps };
    const addressOf = (row: Database) => paths.database(id, row.id, search);
    return {
      columns: columnsOf(databaseColumns, { ...context, addressOf }),
      details: databaseDetails(context),
    };
  }, [limitUnreadable, old, trouble, reports, gaps, id, search]);
  if (page?.total === 0)
    return (
      <EmptyState
        icon={SearchX}
        title="No databases found matching the search."
        action={<Button onClick={() => change({ search: "", inactive: false })}>Clear search</Button>}
      >
        {view.inactive ? "Searching inactive databases only." : `Search: ${view.search}`}
      </EmptyState>
    );
  return (
    <DataTable
      labelledBy={headingId}
      columns={columns}
      rows={page?.rows}
      rowKey={(row) => row.id}
      details={details}
      {...(isSortable && {
        sorting: {
          by: view.sort,
          order: view.order,
          onSort: (sort) => isDatabaseSort(sort) && change(sortBy(view, sort, databaseSorts)),
        },
      })}
    />
  );
}

/** Longer lists are paged. */
const mostOnOnePage = 50;

interface DatabasesSectionProps extends DatabaseContext {
  deployment: Shown;
  databases: readonly Database[] | undefined;
  /** The fragment of the addresses that lead to it. */
  anchor?: string;
  /** The number of databases. The list may have it before the databases are loaded. */
  expected?: number | undefined;
}

/** Every database of a deployment. A row leads to its page, and expands to all its facts. */
export function DatabasesSection(props: DatabasesSectionProps) {
  const { deployment, databases, expected = 0, anchor, ...context } = props;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const [view, changeView] = useQueryView(readDatabaseView, writeDatabaseView);
  // Another filter or order starts at its first page.
  const change: typeof changeView = (wish, history) => changeView({ page: 1, ...wish }, history);
  const index = useMemo(() => databases && indexDatabases(databases), [databases]);
  const totals = useMemo(() => databases && totalsOf(databases), [databases]);
  const page = index && takeDatabases(index, view);
  const count = totals?.count ?? expected;
  const several = count > 1;
  return (
    <section ref={section} id={anchor} tabIndex={-1} className="panel overflow-hidden outline-none">
      <header className="flex min-h-12 flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-line px-4 py-3">
        <h2 id={headingId} className="font-semibold">
          Databases
        </h2>
        {context.old && <OldNote old={context.old} />}
        {several && totals && (
          <p className="figures text-sm text-muted md:ml-auto">{describeTotals(totals)}</p>
        )}
      </header>
      {several && (
        <DatabasesToolbar view={view} change={change} inactive={totals ? totals.count - totals.active : 0} />
      )}
      <p role="status" className="sr-only">
        {page && (view.search !== "" || view.inactive) && `${counted(page.total, "database")} found`}
      </p>
      {totals?.count === 0 ? (
        <p className="px-4 py-10 text-center text-muted">No databases found</p>
      ) : (
        <DatabaseRows
          headingId={headingId}
          deployment={deployment}
          view={view}
          change={change}
          page={page}
          isSortable={several}
          {...context}
        />
      )}
      {page && page.total > 0 && (count > mostOnOnePage || page.pageCount > 1) && (
        <Pager
          page={page}
          total={page.total}
          noun="database"
          onChange={(paging) => {
            change(paging);
            // Scroll to the top of the next page, which may be far above.
            if ((section.current?.getBoundingClientRect().top ?? 0) < 0) section.current?.scrollIntoView();
          }}
        />
      )}
    </section>
  );
}
