import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { hour } from "@shardwatch/core/kit/time";
import { useQuery } from "@tanstack/react-query";
import { changesInQuery } from "../../api/fleet/changes.ts";
import { ChangeDays } from "../../changes/ChangeDays.tsx";
import { ChangesSkeleton } from "../../changes/ChangesSkeleton.tsx";
import { faultOf } from "../../lib/fault-of.ts";
import { paths } from "../../lib/address/paths.ts";
import { ErrorState } from "../../ui/state/ErrorState.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { isDeployment } from "./affected.ts";

interface ChangedBeforeSectionProps {
  incident: IncidentDetail;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** What changed about the affected deployments just before. It is often why. Nothing where no deployment is affected. */
export function ChangedBeforeSection({ incident, organization }: ChangedBeforeSectionProps) {
  const ids = incident.members.map(({ id }) => id).filter(isDeployment);
  if (ids.length === 0) return null;
  return (
    <Section heading="Changed in the hour before">
      <Changes incident={incident} ids={ids} organization={organization} />
    </Section>
  );
}

function Changes({ incident, ids, organization }: ChangedBeforeSectionProps & { ids: readonly string[] }) {
  const { openedAt, organizationId } = incident;
  const from = new Date(Date.parse(openedAt) - hour).toISOString();
  const deployment = ids.length === 1 ? ids[0] : undefined;
  const { data, error, isLoadingError, dataUpdatedAt, refetch } = useQuery(
    changesInQuery({ organizationId, deployment, from, to: openedAt }),
  );
  if (isLoadingError)
    return (
      <ErrorState
        title="Unable to Load Changes"
        text={faultOf(error)}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <ChangesSkeleton />;
  const affected = new Set(ids);
  const changes = data.flatMap((change) => {
    const deployments = change.deployments.filter(({ id }) => affected.has(id));
    return deployments.length > 0 ? [{ ...change, deployments }] : [];
  });
  if (changes.length === 0) return <p className="px-4 py-3 text-muted">No change was recorded.</p>;
  const linkTo = (id: string) =>
    deployment === undefined ? paths.deployment(id, "", organization) : undefined;
  return <ChangeDays changes={changes} loadedAt={dataUpdatedAt} linkTo={linkTo} level={3} />;
}
