import { LoaderCircle } from "lucide-react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths.ts";
import { formatCount } from "../../lib/words/count.ts";
import type { Column } from "../../ui/table/rows.ts";
import { Badge } from "../../ui/text/Badge.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../ui/text/Unknown.tsx";
import type { Tenant } from "./tenants.ts";

const figure = (count: number | undefined) =>
  count === undefined ? <Unknown why="Not counted yet" /> : formatCount(count);

function Health({ counts }: Tenant) {
  if (!counts) return <Unknown why="Not counted yet" />;
  const { deployments, unhealthy, silent } = counts;
  if (deployments === 0) return <span className="text-muted">No deployments</span>;
  if (unhealthy + silent === 0) return <StatusBadge status="well" concern="active" />;
  return (
    <span className="flex flex-wrap gap-1 py-1 max-md:justify-end">
      {unhealthy > 0 && <StatusBadge status={`${formatCount(unhealthy)} unhealthy`} concern="degraded" />}
      {silent > 0 && <StatusBadge status={`${formatCount(silent)} silent`} concern="stale" />}
    </span>
  );
}

/** The columns of the table of tenants. */
export const tenantColumns: readonly Column<Tenant>[] = [
  {
    id: "name",
    header: "Organization",
    rem: 13,
    cell: ({ id, label, deleting }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <Link to={paths.overview(id)} className={`${textLinkClass} min-w-0 font-medium`}>
          <Foreign className="wrap-anywhere">{label}</Foreign>
        </Link>
        {deleting && <Badge icon={LoaderCircle}>Being deleted</Badge>}
      </span>
    ),
  },
  { id: "health", header: "Health", rem: 12, cell: (tenant) => <Health {...tenant} /> },
  {
    id: "deployments",
    header: "Deployments",
    align: "end",
    rem: 7,
    cell: ({ counts }) => figure(counts?.deployments),
  },
  {
    id: "databases",
    header: "Databases",
    align: "end",
    rem: 7,
    cell: ({ counts }) => figure(counts?.databases),
  },
  { id: "members", header: "Members", align: "end", rem: 6, cell: ({ members }) => figure(members) },
  {
    id: "activity",
    header: "Last sign-in",
    rem: 9,
    cell: ({ lastSignIn }) =>
      lastSignIn ? (
        <TimeAgo date={lastSignIn} />
      ) : (
        <Unknown why={lastSignIn === null ? "Never" : "Unknown"} />
      ),
  },
  {
    id: "counted",
    header: "Counted",
    rem: 9,
    cell: ({ counts }) => (counts ? <TimeAgo date={counts.at} /> : <Unknown why="Not counted yet" />),
  },
];
