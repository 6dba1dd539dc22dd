import { useQuery } from "@tanstack/react-query";
import { Copy, Trash2 } from "lucide-react";
import { useLocation, useParams, useNavigate } from "react-router-dom";
import { concernOf, levelOfConcern } from "@shardwatch/core/contract/filter/severity";
import { traitsOf } from "@shardwatch/core/contract/source/source";
import { deploymentQuery, listedDeployment } from "../../../api/fleet/deployment.ts";
import { useChangeWatch } from "../../../api/fleet/last-change.ts";
import { choicesOf, isNotFound } from "../../../lib/errors.ts";
import { faultOf } from "../../../lib/fault-of.ts";
import { CommandButton } from "../../../layout/CommandButton.tsx";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { organizationIn } from "../../../lib/address/urls.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { LoadFailure, type LoadState } from "../../../ui/state/ErrorState.tsx";
import { BackBar } from "../../../ui/section/BackBar.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { copyId } from "../../../lib/browser/copy-id.ts";
import { LastMemory } from "./live/LastMemory.tsx";
import { LiveFigures } from "./live/LiveFigures.tsx";
import { NotShown } from "./NotShown.tsx";
import { oldOf } from "./old-values.ts";
import { SectionLinks } from "./sections/SectionLinks.tsx";
import { Sections } from "./Sections.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { StorySection } from "./story/StorySection.tsx";
import { SummaryTiles } from "./live/SummaryTiles.tsx";
import { wayBack } from "./way-back.ts";
import { factsNow } from "../list/describe.ts";
import type { Deployment, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { PendingHistory } from "./HistorySection.tsx";
import { DatabasesSection } from "./databases/DatabasesSection.tsx";
import { lazy, Suspense, useState } from "react";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useMay } from "../../../session/session.ts";

const DeleteDialog = lazy(() => import("../selection/DeleteDialog.tsx"));

interface DeleteButtonProps {
  deployment: DeploymentListItem;
  /** The address of the list, which is shown after a deletion. */
  back: string;
}

/** Deletes the deployment after a confirmation; absent for people who may not. */
function DeleteButton({ deployment, back }: DeleteButtonProps) {
  const navigate = useNavigate();
  const mayDelete = useMay("deleteDeployments");
  const [asking, setAsking] = useState(false);
  if (!mayDelete) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-3.5 text-bad" />
        Delete
      </Button>
      {asking && (
        <Suspense>
          <DeleteDialog
            deployment={deployment}
            onDeleted={() => {
              showSuccess(`Deployment ${deployment.name} deleted`);
              // Back must lead to the previous page, not to the deleted deployment.
              void navigate(back, { replace: true });
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Placeholders for the sections that the list predicts, so that nothing moves when they come. */
function PendingSections({ deployment }: { deployment: DeploymentListItem | undefined }) {
  const { license, cloudSubscription, databaseCount } = deployment ?? {};
  // The version, and what the list knows of.
  const closed = 1 + [license, cloudSubscription].filter(Boolean).length;
  const list = databaseCount !== 1 && (
    <DatabasesSection
      deployment={undefined}
      databases={undefined}
      expected={databaseCount}
      {...nothingKnown}
    />
  );
  return (
    <>
      {databaseCount === 1 && (
        <div className="panel h-56 px-4 py-3">
          <Skeleton className="h-5 w-32" />
        </div>
      )}
      {Array.from({ length: closed }, (_, index) => (
        <div key={index} className="panel px-4 py-3">
          <Skeleton className="h-5 w-48" />
        </div>
      ))}
      {databaseCount !== 0 && list}
      <PendingHistory deployment={deployment} />
      {databaseCount === 0 && list}
    </>
  );
}

/** Whether something is wrong by what a deployment itself says. */
const isTroubled = (deployment: DeploymentListItem): boolean =>
  levelOfConcern(concernOf(factsNow(deployment))) !== "ok";

const nothingKnown = {
  old: undefined,
  trouble: undefined,
  limitUnreadable: false,
  reports: undefined,
  gaps: [],
};

export { loader, shouldRevalidate } from "./load.ts";

/** One deployment with its databases. */
export function Component() {
  const { id = "" } = useParams();
  const { search } = useLocation();
  const organization = organizationIn(new URLSearchParams(search));
  const { list, address: back } = wayBack(search);
  const query = useQuery({ ...deploymentQuery(id, organization), ...useLiveOptions() });
  const { data, error, isLoadingError } = query;
  // Super admins have no organization of their own to ask about.
  useChangeWatch(data?.organizationId, data !== undefined);
  const listed = data ?? listedDeployment(id, organization);
  const absent = isNotFound(error) || (isLoadingError && !listed) || choicesOf(error).length > 0;
  return (
    <>
      <BackBar to={back} query={absent ? undefined : query} failure="Unable to load the deployment">
        {list}
      </BackBar>
      {absent ? (
        <NotShown
          error={error}
          addressIn={(choice) => paths.deployment(id, search, choice)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <PageHeading
            heading={listed?.name ?? "Deployment"}
            placeholder={!listed && <Skeleton className="h-6 w-56" />}
            actions={
              <div className="flex flex-wrap items-center gap-2">
                <Button onClick={() => void copyId(id)}>
                  <Copy aria-hidden className="size-3.5" />
                  Copy ID
                </Button>
                <CommandButton name="show" words={[id]} />
                {data && <DeleteButton deployment={data} back={back} />}
              </div>
            }
          >
            <StatusLine deployment={listed} />
          </PageHeading>
          {listed && <StorySection deployment={listed} isTroubled={isTroubled(listed)} />}
          <Content query={query} listed={listed} />
        </>
      )}
    </>
  );
}

interface ContentProps {
  query: LoadState & { data: Deployment | undefined };
  /** What is known before the deployment itself is loaded. */
  listed: DeploymentListItem | undefined;
}

/** What is below the heading. */
function Content({ query, listed }: ContentProps) {
  const { data, error, isLoadingError } = query;
  return (
    // A part of a grid would stay in view in its own row only.
    <div className="min-w-0">
      {!isLoadingError && <SectionLinks databases={listed?.databaseCount} isLoaded={data !== undefined} />}
      <div data-below-bar className={`grid min-w-0 gap-4 ${isLoadingError ? "" : "pt-4"}`}>
        <div id="overview" tabIndex={-1} className="grid min-w-0 gap-4 outline-none">
          <SummaryTiles
            deployment={listed}
            databases={data?.databases}
            old={data && oldOf(data)}
            lastMemory={data && traitsOf(data.source).figures === "all" && <LastMemory deployment={data} />}
          />
          {!isLoadingError && <LiveFigures deployment={data} listed={listed} />}
        </div>
        {data ? (
          <Sections deployment={data} />
        ) : isLoadingError ? (
          <div className="panel">
            <LoadFailure
              query={query}
              title="Unable to Load Deployment"
              text={`${faultOf(error)} Above is what the list knew.`}
            />
          </div>
        ) : (
          <PendingSections deployment={listed} />
        )}
      </div>
    </div>
  );
}
