import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { Link } from "react-router-dom";
import type { DeploymentName } from "../lib/words/deployment-key.ts";
import { counted } from "../lib/words/count.ts";
import { paths } from "../lib/address/paths.ts";
import { shortTime } from "../lib/time/absolute-time.ts";
import { useMay } from "../session/session.ts";
import { Foreign } from "../ui/text/Foreign.tsx";
import { textLinkClass } from "../ui/text/TextLink.tsx";
import { TimeAgo } from "../ui/text/TimeAgo.tsx";
import { membersOf } from "./by-deployment.ts";
import { SeverityBadge } from "./SeverityBadge.tsx";
import { useOpenIncidents } from "./use-open-incidents.ts";

/** How many are named. More at one deployment say hardly more. */
const named = 5;

/** Why a deployment needs somebody: its open incidents, the most urgent first. Nothing while there are none. */
export function IncidentsOf({ deployment: { id, organizationId } }: { deployment: DeploymentName }) {
  const organization = useMay("seeEveryOrganization") ? organizationId : undefined;
  const { data } = useOpenIncidents(organization);
  const open = (data?.incidents ?? []).filter((incident) => membersOf(incident).includes(id));
  if (open.length === 0) return null;
  const others = open.length - named;
  return (
    <ul aria-label="Open incidents" className="grid gap-1 text-sm">
      {open.slice(0, named).map((incident) => (
        <Reason key={incident.id} incident={incident} organization={organization} />
      ))}
      {others > 0 && (
        <li>
          <Link to={paths.incidents(organization)} className={textLinkClass}>
            {counted(others, "more open incident")}
          </Link>
        </li>
      )}
    </ul>
  );
}

interface ReasonProps {
  incident: Incident;
  organization: string | undefined;
}

/** What is wrong, since when, and who looks after it. Its page says what to do. */
function Reason({ incident, organization }: ReasonProps) {
  const { id, severity, title, since, acknowledged, silencedUntil } = incident;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <SeverityBadge severity={severity} />
      <Link
        to={paths.incident(id, organization)}
        className={`${textLinkClass} min-w-0 font-medium break-words`}
      >
        <Foreign>{title}</Foreign>
      </Link>
      <span className="text-muted">
        since {shortTime(since)}, <TimeAgo date={since} />
        {silencedUntil !== null && <>, silenced until {shortTime(silencedUntil)}</>}
        {acknowledged && (
          <>
            , acknowledged by <Foreign>{acknowledged.by.name ?? "a former member"}</Foreign>
          </>
        )}
      </span>
    </li>
  );
}
