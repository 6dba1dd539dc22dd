import { DemoDataOffer } from "../../layout/DemoDataOffer.tsx";
import { NoOrganization } from "../../layout/NoOrganization.tsx";
import { useScopeName } from "../../filter/ScopeName.tsx";
import { useUser } from "../../session/session.ts";
import { SetupCards } from "../../sources/setup/SetupCards.tsx";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import { Sources } from "./Sources.tsx";
import type { useOverview } from "./use-overview.ts";

/** Shown while there are no deployments: the ways to the first one, and the sources that have found none. */
export default function EmptyOverview({ overview }: { overview: ReturnType<typeof useOverview> }) {
  const { choosesOrganization, sources, hasSources, ownsSources } = overview;
  const scope = useScopeName();
  const belongs = useUser()?.organization != null;
  if (!choosesOrganization && !belongs)
    return <NoOrganization>Deployments belong to an organization.</NoOrganization>;
  return (
    <div className="grid gap-6">
      <div className="panel">
        <EmptyState title="No deployments yet" scope={scope}>
          Deployments appear here as soon as an agent or an integration reports them.
        </EmptyState>
        {!choosesOrganization && (
          <>
            <SetupCards />
            <DemoDataOffer />
          </>
        )}
      </div>
      {hasSources && (sources.data?.length ?? 0) > 0 && (
        <Sources sources={sources} isChosen={hasSources} areOwn={ownsSources} />
      )}
    </div>
  );
}
