import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { concernOfStatus } from "@shardwatch/core/contract/filter/severity";
import { Link } from "react-router-dom";
import { useTrouble } from "../../../incidents/use-troubles.ts";
import { judgeDatabase } from "../../../incidents/judge-database.ts";
import { useMay } from "../../../session/session.ts";
import { SourceBadge } from "../../../sources/SourceBadge.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { StatusNotes } from "../detail/StatusLine.tsx";
import { OrganizationName } from "../list/OrganizationName.tsx";

interface DatabaseStatusProps {
  deployment: Deployment;
  database: Database;
  /** The address of the deployment. */
  to: string;
}

/** The status of a database as in the list of all databases, its deployment, its source and the age of its data. */
export function DatabaseStatus({ deployment, database, to }: DatabaseStatusProps) {
  const { name, source, lastUpdated, organizationId } = deployment;
  const namesOrganization = useMay("seeEveryOrganization");
  const trouble = useTrouble(deployment);
  const silent = concernOfStatus(deployment.status) === "stale";
  const status = silent ? deployment.status : database.status;
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-3">
          <StatusBadge status={status} {...judgeDatabase({ ...database, status }, trouble)} />
          <SourceBadge source={source} />
        </span>
        <span className="min-w-0 text-muted">
          Database of{" "}
          <Link to={to} className={textLinkClass}>
            <Foreign className="wrap-anywhere">{name}</Foreign>
          </Link>
        </span>
        <span className={silent ? "font-medium text-warn" : "text-muted"}>
          Last updated <TimeAgo date={lastUpdated} />
        </span>
        {namesOrganization && (
          <span className="text-muted">
            Organization: <OrganizationName id={organizationId} />
          </span>
        )}
      </div>
      <StatusNotes deployment={deployment} />
    </>
  );
}
