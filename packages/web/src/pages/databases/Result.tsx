import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ListView } from "../../filter/list-view.ts";
import OrganizationField from "../../filter/OrganizationField.tsx";
import type { ChangeListView } from "../../filter/use-list-view.ts";
import { faultsOf } from "../../lib/errors.ts";
import { rememberPageSize } from "../../lib/list/page-size.ts";
import { useMedia } from "../../lib/browser/use-media.ts";
import { wideWindow } from "../../lib/browser/wide-window.ts";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import NotLoaded from "../../ui/state/NotLoaded.tsx";
import { Pager } from "../../ui/table/Pager.tsx";
import { DatabaseRows } from "./DatabaseRows.tsx";
import type { useDatabases } from "./use-databases.ts";

/** Unlike the list of deployments, this one has no "all organizations". */
export const unchosen = "Select an organization";

interface ResultProps {
  headingId: string;
  view: ListView<DatabaseSort>;
  change: ChangeListView<DatabaseSort>;
  databases: ReturnType<typeof useDatabases>;
  /** Shown when no database is found. */
  empty: ReactNode;
}

/** The found databases with their pages, or why there are none. */
export function Result({ headingId, view, change, databases, empty }: ResultProps) {
  const { isReady, list, pageCount } = databases;
  const { data } = list;
  const wide = useMedia(wideWindow);
  if (!isReady)
    return (
      <EmptyState
        icon={Building2}
        title="Select an organization to view databases"
        // A small screen has the other field in a sheet.
        action={
          !wide && (
            <OrganizationField
              filter={view.filter}
              unchosen={unchosen}
              onChange={(filter) => change({ filter })}
            />
          )
        }
      >
        The list shows one organization at a time.
      </EmptyState>
    );
  if (list.isLoadingError || (list.isPending && !list.isFetching))
    return (
      <NotLoaded
        what="Databases"
        error={list.error}
        advice={faultsOf(list.error).join(" ") || undefined}
        onRetry={() => void list.refetch()}
      />
    );
  if (data?.total === 0) return empty;
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
