import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { Link } from "react-router-dom";
import { concernedBy } from "../../../incidents/of-database.ts";
import { SeverityBadge } from "../../../incidents/SeverityBadge.tsx";
import { useOpenIncidents } from "../../../incidents/use-open-incidents.ts";
import { paths } from "../../../lib/address/paths.ts";
import { useMay } from "../../../session/session.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";

interface IncidentsSectionProps {
  deployment: Deployment;
  database: Database;
}

/** The open incidents that concern a database, those of its whole deployment too. */
export function IncidentsSection({ deployment, database }: IncidentsSectionProps) {
  const organization = useMay("seeEveryOrganization") ? deployment.organizationId : undefined;
  const { data, isLoadingError, refetch } = useOpenIncidents(organization);
  const concerning = data?.incidents.flatMap((incident) => {
    const concerned = concernedBy(incident, deployment, database);
    return concerned ? [{ incident, concerned }] : [];
  });
  return (
    <Section heading="Open incidents">
      {isLoadingError ? (
        <p role="alert" className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
          Unable to load the incidents.
          <Button onClick={() => void refetch()}>Retry</Button>
        </p>
      ) : concerning === undefined ? (
        <div role="status" aria-label="Loading incidents" className="flex min-h-12 items-center px-4 py-2">
          <Skeleton className="h-4 w-64" />
        </div>
      ) : concerning.length === 0 ? (
        <p className="flex min-h-12 items-center px-4 py-2 text-muted">None concerns this database.</p>
      ) : (
        <ul className="divide-y divide-line">
          {concerning.map(({ incident: { id, severity, title, since, acknowledged }, concerned }) => (
            <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <SeverityBadge severity={severity} />
              <Link to={paths.incident(id, organization)} className={`${textLinkClass} min-w-0 font-medium`}>
                <Foreign className="wrap-anywhere">{title}</Foreign>
              </Link>
              <span className="flex flex-wrap gap-x-4 text-sm text-muted md:ml-auto">
                {concerned === "deployment" && <span>Concerns the whole deployment</span>}
                {acknowledged && <span>Acknowledged</span>}
                <span>
                  Since <TimeAgo date={since} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
