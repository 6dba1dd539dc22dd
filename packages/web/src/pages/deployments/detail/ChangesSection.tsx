import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { deploymentChangesQuery } from "../../../api/fleet/changes.ts";
import { ChangeDays, ChangesSkeleton } from "../../../changes/ChangeDays.tsx";
import { OlderButton } from "../../../changes/OlderButton.tsx";
import { describeError } from "../../../lib/errors.ts";
import { paths } from "../../../lib/address/paths.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { useMay } from "../../../session/session.ts";
import { Disclosure } from "../../../ui/section/Disclosure.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";

type Changed = Pick<Deployment, "id" | "organizationId">;

/** What changed about one deployment, newest first. It loads when the section opens. */
export function ChangesSection({ deployment }: { deployment: Changed }) {
  return (
    <Disclosure title="Changes" summary="What changed, and when" whenOpen>
      <div className="-mx-4 -mt-4">
        <Changes deployment={deployment} />
      </div>
    </Disclosure>
  );
}

function Changes({ deployment }: { deployment: Changed }) {
  const { id, organizationId } = deployment;
  const seesAll = useMay("seeEveryOrganization");
  const feed = useInfiniteQuery({ ...deploymentChangesQuery(deployment), ...useLiveOptions() });
  const { data, error, isLoadingError, dataUpdatedAt } = feed;
  const changes = useMemo(() => data?.pages.flatMap((page) => page.changes), [data]);
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
  if (changes.length === 0)
    return <p className="px-4 py-4 text-muted">Nothing has changed since changes are recorded.</p>;
  return (
    <>
      <ChangeDays changes={changes} loadedAt={dataUpdatedAt} linkTo={nowhere} level={3} />
      <OlderButton feed={feed}>Show older changes</OlderButton>
      <p className="border-t border-line px-4 py-3">
        <Link to={paths.changes(id, seesAll ? organizationId : undefined)} className={textLinkClass}>
          Filter these changes
        </Link>
      </p>
    </>
  );
}

/** The page is about the only deployment of these changes. */
const nowhere = () => undefined;
