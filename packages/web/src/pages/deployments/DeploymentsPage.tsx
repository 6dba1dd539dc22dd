import { may } from "@shardwatch/core/contract/roles";
import { useId, useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { deploymentsQuery } from "../../api/deployments.ts";
import { queryClient } from "../../api/query-client.ts";
import { paths } from "../../lib/paths.ts";
import { readPaging, takePage, writePaging } from "../../lib/paging.ts";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { useUser } from "../../session/session.ts";
import { DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { RefreshButton } from "../../ui/RefreshButton.tsx";
import { StaleNotice } from "../../ui/StaleNotice.tsx";
import { deploymentColumns } from "./columns.tsx";
import { byName } from "./describe.ts";
import { useDeployments } from "./use-deployments.ts";

/** Starts loading while the page's code is on its way; the page itself shows how far it is. */
export function loader() {
  void queryClient.prefetchInfiniteQuery(deploymentsQuery);
  return null;
}

/** The list of all deployments that the person may see. */
export function Component() {
  const headingId = useId();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [query, setQuery] = useSearchParams();
  const user = useUser();
  const { data, error, isLoadingError, dataUpdatedAt, refetch } = useDeployments();
  const sorted = useMemo(() => data?.toSorted(byName), [data]);
  const columns = useMemo(() => deploymentColumns(search), [search]);
  const page = takePage(sorted ?? [], readPaging(query));
  const everywhere = user && may(user.roles, "seeEveryOrganization");

  return (
    <>
      <PageHeading
        heading="Deployments"
        id={headingId}
        actions={<RefreshButton updatedAt={dataUpdatedAt} onRefresh={refetch} />}
      >
        <p className="text-muted">
          A list of all deployments {everywhere ? "across organizations" : "in your account"}
        </p>
      </PageHeading>
      {error && !isLoadingError && (
        <StaleNotice title="Unable to load deployments" asOf={dataUpdatedAt} error={error} />
      )}
      <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
        {isLoadingError ? (
          <ErrorState
            title="Unable to Load Deployments"
            text="There has been an error and we are investigating. Please try again later."
            error={error}
            onRetry={() => void refetch()}
          />
        ) : sorted?.length === 0 ? (
          <EmptyState title="No deployments found">
            Deployments appear here as soon as an agent or an integration reports them.
          </EmptyState>
        ) : (
          <>
            <DataTable
              labelledBy={headingId}
              columns={columns}
              rows={sorted && page.rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => void navigate(paths.deployment(id, search))}
            />
            {sorted && (
              <Pager
                page={page}
                total={sorted.length}
                noun="deployments"
                onChange={(paging) => setQuery(writePaging(query, paging))}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}
