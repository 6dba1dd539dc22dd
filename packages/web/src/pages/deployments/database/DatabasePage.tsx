import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { useQuery } from "@tanstack/react-query";
import { Copy, SearchX } from "lucide-react";
import { Link, useLocation, useParams } from "react-router-dom";
import { deploymentQuery } from "../../../api/fleet/deployment.ts";
import { useChangeWatch } from "../../../api/fleet/last-change.ts";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { useTrouble } from "../../../incidents/use-troubles.ts";
import { paths } from "../../../lib/address/paths.ts";
import { isFromDatabases, organizationIn, parameters } from "../../../lib/address/urls.ts";
import { copyId } from "../../../lib/browser/copy-id.ts";
import { choicesOf, isNotFound } from "../../../lib/errors.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { databaseName } from "../../../lib/words/database-name.ts";
import { useUser } from "../../../session/session.ts";
import { Button, buttonClass } from "../../../ui/form/Button.tsx";
import { BackBar } from "../../../ui/section/BackBar.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { ChangesSection } from "../detail/ChangesSection.tsx";
import { contextOf } from "../detail/databases/context.ts";
import { DatabaseSection } from "../detail/databases/DatabaseFacts.tsx";
import { GapsNotice } from "../detail/GapsNotice.tsx";
import { HistorySection, PendingHistory } from "../detail/HistorySection.tsx";
import { OutlookSection } from "../detail/outlook/OutlookSection.tsx";
import { SummaryTiles } from "../detail/live/SummaryTiles.tsx";
import { NotShown } from "../detail/NotShown.tsx";
import { SourceNotice } from "../detail/SourceNotice.tsx";
import { wayBack } from "../detail/way-back.ts";
import { databaseIdIn } from "./address.ts";
import { DatabaseStatus } from "./DatabaseStatus.tsx";
import { IncidentsSection } from "./IncidentsSection.tsx";

export { loader, shouldRevalidate } from "../detail/load.ts";

/** One database, as a part of what is known of its deployment. */
export function Component() {
  const { id = "" } = useParams();
  const { pathname, search } = useLocation();
  const databaseId = databaseIdIn(pathname);
  const organization = organizationIn(new URLSearchParams(search));
  const query = useQuery({ ...deploymentQuery(id, organization), ...useLiveOptions() });
  const { data, error, isLoadingError } = query;
  // Super admins have no organization of their own to ask about.
  useChangeWatch(data?.organizationId, data !== undefined);
  const absent = isNotFound(error) || isLoadingError || choicesOf(error).length > 0;
  const database = data?.databases.find((one) => one.id === databaseId);
  const list = wayBack(search);
  const deploymentAddress = paths.deployment(id, search);
  const back = isFromDatabases(search)
    ? { to: list.address, children: list.list }
    : { to: deploymentAddress, children: data ? <Foreign>{data.name}</Foreign> : "the deployment" };
  return (
    <>
      <BackBar {...back} query={absent ? undefined : query} failure="Unable to load the database" />
      {absent ? (
        <NotShown
          error={error}
          failure="Unable to Load Database"
          addressIn={(choice) => paths.database(id, databaseId ?? "", search, choice)}
          onRetry={() => void query.refetch()}
        />
      ) : data && !database ? (
        <Gone deployment={data} to={deploymentAddress} />
      ) : (
        <>
          <PageHeading
            heading={database ? databaseName(database) : "Database"}
            within={data?.name}
            placeholder={!database && <Skeleton className="h-6 w-56" />}
            actions={
              <Button onClick={() => void copyId(databaseId ?? "")}>
                <Copy aria-hidden className="size-3.5" />
                Copy ID
              </Button>
            }
          >
            {data && database ? (
              <DatabaseStatus deployment={data} database={database} to={deploymentAddress} />
            ) : (
              <Skeleton className="h-6 w-64" />
            )}
          </PageHeading>
          {data && database ? <Content deployment={data} database={database} /> : <Pending />}
        </>
      )}
    </>
  );
}

/** What is known of the database, below the heading. */
function Content({ deployment, database }: { deployment: Deployment; database: Database }) {
  const { type, source, gaps, feeds, organizationId } = deployment;
  const own = useUser()?.organization?.id === organizationId;
  const context = contextOf(deployment, useTrouble(deployment));
  const shown = { type, source, databaseCount: 1, memoryUsed: database.memoryUsed };
  return (
    <>
      <SummaryTiles deployment={shown} databases={[database]} old={context.old} />
      <SourceNotice sources={feeds} own={own} />
      {gaps.length > 0 && <GapsNotice source={source} gaps={gaps} />}
      <IncidentsSection deployment={deployment} database={database} />
      <DatabaseSection heading="Facts" database={database} {...context} />
      <OutlookSection deployment={deployment} database={database} />
      <HistorySection deployment={deployment} database={database} />
      <ChangesSection deployment={deployment} database={database} />
    </>
  );
}

/** While the deployment loads, with as much space as its database is likely to take. */
function Pending() {
  return (
    <>
      <SummaryTiles deployment={undefined} databases={undefined} old={undefined} isOne />
      <div className="panel h-24 px-4 py-3">
        <Skeleton className="h-5 w-32" />
      </div>
      <div className="panel h-56 px-4 py-3">
        <Skeleton className="h-5 w-32" />
      </div>
      <PendingHistory deployment={undefined} />
    </>
  );
}

/** In place of a database that its deployment does not have, or no longer has. */
function Gone({ deployment, to }: { deployment: Deployment; to: string }) {
  const { search } = useLocation();
  return (
    <div className="panel">
      <EmptyState
        asPage
        icon={SearchX}
        title="Database not found"
        action={
          <>
            <Link to={to} className={buttonClass()}>
              Open the deployment
            </Link>
            <Link to={databasesOf(search)} className={buttonClass()}>
              View all databases
            </Link>
          </>
        }
      >
        <p>
          <Foreign className="font-medium break-words">{deployment.name}</Foreign> has no database with this
          ID. It may have been deleted.
        </p>
      </EmptyState>
    </div>
  );
}

/** The list of databases, with the view from which the page was opened, and of the same organization. */
function databasesOf(search: string): string {
  if (isFromDatabases(search)) return wayBack(search).address;
  const organization = organizationIn(new URLSearchParams(search));
  const query =
    organization === undefined ? "" : `?${new URLSearchParams({ [parameters.organization]: organization })}`;
  return paths.databases(query);
}
