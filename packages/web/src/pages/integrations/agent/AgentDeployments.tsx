import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Trouble } from "@shardwatch/core/contract/incident/trouble";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { useDeployments } from "../../../api/fleet/use-deployments.ts";
import { SeverityBadge } from "../../../incidents/SeverityBadge.tsx";
import { useTroubles } from "../../../incidents/use-troubles.ts";
import { paths } from "../../../lib/address/paths.ts";
import { byName } from "../../../lib/words/by-name.ts";
import { formatCount } from "../../../lib/words/count.ts";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { useChosenOrganization } from "../../../session/chosen-organization.ts";
import { QuerySection } from "../../../ui/table/QueryTable.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";

/** More than these are in the list of deployments, which the page links to. */
const few = 20;

const columnsWith = (
  troubles: ReadonlyMap<string, Trouble> | undefined,
  organization: string | undefined,
): Column<DeploymentListItem>[] => [
  {
    id: "name",
    header: "Name",
    cell: ({ id, name }) => (
      <Link to={paths.deployment(id, "", organization)} className={`${textLinkClass} font-medium`}>
        <Foreign className="wrap-anywhere">{name}</Foreign>
      </Link>
    ),
  },
  {
    id: "incident",
    header: "Incident",
    cell: (deployment) => {
      const worst = troubles?.get(keyOf(deployment))?.worst;
      return worst ? (
        <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
          <SeverityBadge severity={worst.severity} />
          <span className="min-w-0 text-sm wrap-anywhere">{worst.title}</span>
        </span>
      ) : (
        <span className="text-muted">{troubles ? "None open" : "…"}</span>
      );
    },
  },
  {
    id: "databases",
    header: "Databases",
    align: "end",
    width: "lg:w-28",
    cell: ({ databaseCount }) => formatCount(databaseCount),
  },
  {
    id: "updated",
    header: "Last updated",
    width: "lg:w-40",
    cell: ({ lastUpdated }) => <TimeAgo date={lastUpdated} />,
  },
];

/** The deployments whose data an agent brings. @param via the key and the agent, as a deployment names them */
export function AgentDeployments({ via }: { via: string }) {
  const organization = useChosenOrganization();
  const query = useDeployments(organization);
  const troubles = useTroubles(organization)?.troubles;
  const columns = useMemo(() => columnsWith(troubles, organization), [troubles, organization]);
  const rows = useMemo(
    () => query.data?.filter((one) => one.via === via).toSorted(byName),
    [query.data, via],
  );
  const isWhole = !query.hasNextPage;
  return (
    <QuerySection
      heading="Deployments"
      query={query}
      failure="Unable to load deployments"
      columns={columns}
      rows={isWhole || rows?.length ? rows?.slice(0, few) : undefined}
      rowKey={keyOf}
      action={
        <Link
          to={paths.deployments(`?via=${encodeURIComponent(via)}`)}
          className={`${textLinkClass} text-sm`}
        >
          Show in Deployments
        </Link>
      }
      empty={<p className="p-4 text-muted">No deployment has its data from this agent now.</p>}
    >
      {rows && rows.length > few && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          The first {few} of {formatCount(rows.length)}.
        </p>
      )}
    </QuerySection>
  );
}
