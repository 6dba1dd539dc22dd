import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database-sorts";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { Inbox } from "lucide-react";
import { Link } from "react-router-dom";
import type { ListView } from "../../filter/list-view.ts";
import { ChooseOrganization } from "../../filter/ChooseOrganization.tsx";
import { NothingMatches } from "../../filter/NothingMatches.tsx";
import { useScopeName } from "../../filter/ScopeName.tsx";
import { useActiveFilters } from "../../filter/use-active-filters.ts";
import type { ChangeListView } from "../../filter/use-list-view.ts";
import { FirstSteps, HowToJoin } from "../../layout/NoOrganization.tsx";
import { paths } from "../../lib/address/paths.ts";
import { faultsOf } from "../../lib/errors.ts";
import { rememberPageSize } from "../../lib/list/page-size.ts";
import { useMedia } from "../../lib/browser/use-media.ts";
import { wideWindow } from "../../lib/browser/wide-window.ts";
import { useUser } from "../../session/session.ts";
import { buttonClass } from "../../ui/form/Button.tsx";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import NotLoaded from "../../ui/state/NotLoaded.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { Pager } from "../../ui/table/Pager.tsx";
import { DatabaseRows } from "./DatabaseRows.tsx";
import { clearedFor, type useDatabases } from "./use-databases.ts";

interface ResultProps {
  headingId: string;
  view: ListView<DatabaseSort>;
  change: ChangeListView<DatabaseSort>;
  databases: ReturnType<typeof useDatabases>;
  choosesOrganization: boolean;
}

/** The found databases with their pages, or why there are none. */
export function Result({ headingId, view, change, databases, choosesOrganization }: ResultProps) {
  const { asked, isReady, list, pageCount } = databases;
  const { data } = list;
  const wide = useMedia(wideWindow);
  if (!isReady)
    // A small screen has the other field in a sheet.
    return <ChooseOrganization what="databases" isHere={!wide} />;
  if (list.isLoadingError || (list.isPending && !list.isFetching))
    return (
      <NotLoaded
        what="Databases"
        error={list.error}
        advice={faultsOf(list.error).join(" ") || undefined}
        onRetry={() => void list.refetch()}
      />
    );
  if (data?.total === 0)
    return (
      <EmptyDatabases
        filter={asked.filter}
        onClear={() => change({ filter: clearedFor(asked) })}
        choosesOrganization={choosesOrganization}
      />
    );
  return (
    <>
      <DatabaseRows headingId={headingId} view={view} change={change} list={data} />
      {data && (
        <Pager
          page={{ ...view, page: Math.min(view.page, pageCount), pageCount, rows: data.databases }}
          total={data.total}
          noun="database"
          onChange={(paging) => {
            rememberPageSize(view.pageSize, paging.pageSize);
            change(paging);
          }}
        />
      )}
    </>
  );
}

interface EmptyDatabasesProps {
  /** Without the organization: that one decides which databases are listed. */
  filter: Filter;
  onClear: () => void;
  choosesOrganization: boolean;
}

/** Shown instead of rows: why there are none, and what to do. */
function EmptyDatabases({ filter, onClear, choosesOrganization }: EmptyDatabasesProps) {
  const user = useUser();
  const filters = useActiveFilters(filter);
  const scope = useScopeName();
  if (filters.length > 0) return <NothingMatches what="databases" filter={filter} onClear={onClear} />;
  if (choosesOrganization)
    return (
      <EmptyState icon={Inbox} title="No databases found for the organization">
        No agent or integration of {scope === undefined ? "it" : <Foreign>{scope}</Foreign>} has reported any
        yet.
      </EmptyState>
    );
  if (!user?.organization)
    return (
      <EmptyState title="No databases found" action={<FirstSteps />}>
        You're not in an organization yet. <HowToJoin />
      </EmptyState>
    );
  return (
    <EmptyState
      title="No databases found"
      action={
        <Link to={paths.integrations()} className={buttonClass()}>
          Connect a source
        </Link>
      }
    >
      Connect a source, and its databases show up here.
    </EmptyState>
  );
}
