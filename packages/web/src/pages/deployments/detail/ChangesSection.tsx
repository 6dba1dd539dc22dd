import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { deploymentChangesQuery, mostChanges } from "../../../api/fleet/changes.ts";
import { ChangeDays, ChangesSkeleton } from "../../../changes/ChangeDays.tsx";
import { changesOfDatabase } from "../../../changes/of-database.ts";
import { OlderButton } from "../../../changes/OlderButton.tsx";
import { describeError } from "../../../lib/errors.ts";
import { paths } from "../../../lib/address/paths.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { useMay } from "../../../session/session.ts";
import { Disclosure } from "../../../ui/section/Disclosure.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";

type Changed = Pick<Deployment, "id" | "organizationId">;

interface ChangesSectionProps {
  deployment: Changed;
  /** The only one of its databases that the changes are about; without it all that changed. */
  database?: Pick<Database, "id">;
}

/** What changed about one deployment, or about one of its databases, newest first. It loads when the section opens. */
export function ChangesSection(props: ChangesSectionProps) {
  return (
    <Disclosure title="Changes" anchor="changes" summary="What changed, and when" whenOpen>
      <div className="-mx-4 -mt-4">
        <Changes {...props} />
      </div>
    </Disclosure>
  );
}

function Changes({ deployment, database }: ChangesSectionProps) {
  const { id, organizationId } = deployment;
  const seesAll = useMay("seeEveryOrganization");
  // Few changes of a deployment are about one of its databases.
  const query = deploymentChangesQuery(deployment, database && mostChanges);
  const feed = useInfiniteQuery({ ...query, ...useLiveOptions() });
  const { data, error, isLoadingError, dataUpdatedAt, hasNextPage } = feed;
  const databaseId = database?.id;
  const changes = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.changes);
    return all && databaseId !== undefined ? changesOfDatabase(all, databaseId) : all;
  }, [data, databaseId]);
  if (isLoadingError)
    return (
      <ErrorState
        title="Unable to Load Changes"
        text={describeError(error).detail ?? "Please check your connection and try again."}
        error={error}
        onRetry={() => void feed.refetch()}
      />
    );
  if (changes === undefined) return <ChangesSkeleton />;
  if (changes.length === 0 && !database)
    return <p className="px-4 py-4 text-muted">Nothing has changed since changes are recorded.</p>;
  return (
    <>
      {changes.length === 0 && (
        <p className="px-4 py-4 text-muted">
          {hasNextPage
            ? "None of the newest changes of the deployment is about this database."
            : "Nothing has changed about this database since changes are recorded."}
        </p>
      )}
      <ChangeDays changes={changes} loadedAt={dataUpdatedAt} linkTo={nowhere} level={3} />
      <OlderButton feed={feed}>Show older changes</OlderButton>
      <p className="border-t border-line px-4 py-3">
        <Link to={paths.changes(id, seesAll ? organizationId : undefined)} className={textLinkClass}>
          {database ? "All changes of the deployment" : "Filter these changes"}
        </Link>
      </p>
    </>
  );
}

/** The page is about the only deployment of these changes. */
const nowhere = () => undefined;
