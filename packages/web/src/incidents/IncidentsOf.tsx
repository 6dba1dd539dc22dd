import { Link } from "react-router-dom";
import type { DeploymentName } from "../lib/words/deployment-key.ts";
import { counted } from "../lib/words/count.ts";
import { paths } from "../lib/address/paths.ts";
import { useMay } from "../session/session.ts";
import { textLinkClass } from "../ui/text/TextLink.tsx";
import { membersOf } from "./by-deployment.ts";
import { SeverityBadge } from "./SeverityBadge.tsx";
import { useOpenIncidents } from "./use-open-incidents.ts";

/** The open incidents of a deployment: a link to the only one, or to the list. Nothing while there are none. */
export function IncidentsOf({ deployment: { id, organizationId } }: { deployment: DeploymentName }) {
  const organization = useMay("seeEveryOrganization") ? organizationId : undefined;
  const { data } = useOpenIncidents(organization);
  const open = (data?.incidents ?? []).filter((incident) => membersOf(incident).includes(id));
  const [first] = open;
  if (!first) return null;
  const to = open.length === 1 ? paths.incident(first.id, organization) : paths.incidents(organization);
  return (
    <span className="inline-flex items-center gap-1.5">
      <SeverityBadge severity={first.severity} />
      <Link to={to} className={textLinkClass}>
        {counted(open.length, "open incident")}
      </Link>
    </span>
  );
}
