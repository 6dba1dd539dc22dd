import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { useAcknowledge } from "../../../../incidents/use-acknowledge.ts";
import { useOpenIncidents } from "../../../../incidents/use-open-incidents.ts";
import type { DeploymentName } from "../../../../lib/words/deployment-key.ts";
import { useMay } from "../../../../session/session.ts";
import { Fold } from "../../../../ui/section/Fold.tsx";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";
import { StoryEntry } from "./StoryEntry.tsx";
import { storyOf } from "./story.ts";

interface StorySectionProps {
  deployment: DeploymentName;
  /** Whether something is wrong with it, so that there is likely to be an incident. */
  isTroubled: boolean;
}

/**
 * Why a deployment needs somebody: of each open incident what is wrong, since when, what to do and who was notified.
 * Nothing while there are none.
 */
export function StorySection({ deployment: { id, organizationId }, isTroubled }: StorySectionProps) {
  const organization = useMay("seeEveryOrganization") ? organizationId : undefined;
  const { data, isPending } = useOpenIncidents(organization);
  const { shown, folded } = storyOf(data?.incidents ?? [], id);
  const onAcknowledge = useAcknowledge(data?.incidents);
  if (isPending && isTroubled) return <PendingStory />;
  if (shown.length === 0) return null;
  const entriesOf = (incidents: readonly Incident[]) =>
    incidents.map((incident) => (
      <StoryEntry
        key={incident.id}
        incident={incident}
        organization={organization}
        onAcknowledge={onAcknowledge}
      />
    ));
  return (
    <div className="panel min-w-0">
      <ul aria-label="Open incidents" className="divide-y divide-line">
        {entriesOf(shown)}
      </ul>
      {folded.length > 0 && (
        <div className="border-t border-line px-4 py-2">
          <Fold title={`and ${folded.length} more`}>
            <ul aria-label="More open incidents" className="-mx-4 divide-y divide-line border-t border-line">
              {entriesOf(folded)}
            </ul>
          </Fold>
        </div>
      )}
    </div>
  );
}

/** As high as one incident. Most deployments in trouble have one. */
const PendingStory = () => (
  <div role="status" aria-label="Loading incidents" className="panel">
    <div className="grid min-h-24 content-center gap-2 px-4 py-3">
      <Skeleton className="h-5 w-64" />
      <Skeleton className="h-4 w-full" />
    </div>
  </div>
);
