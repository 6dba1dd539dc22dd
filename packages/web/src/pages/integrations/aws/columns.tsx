import { Link } from "react-router-dom";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import { counted } from "../../../lib/count.ts";
import { paths } from "../../../lib/paths.ts";
import { LimitedButton } from "../../../ui/LimitedButton.tsx";
import type { Column } from "../../../ui/rows.ts";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { textLinkClass } from "../../../ui/TextLink.tsx";
import { TimeAgo } from "../../../ui/TimeAgo.tsx";

export interface Actions {
  onEdit: (integration: ElastiCacheIntegration) => void;
  onDelete: (integration: ElastiCacheIntegration) => void;
  /** Why the person may not change or delete an integration of that creator; undefined when they may. */
  whyNotChange: (createdBy: string) => string | undefined;
}

/** The table's columns. */
export function integrationColumns({
  onEdit,
  onDelete,
  whyNotChange,
}: Actions): Column<ElastiCacheIntegration>[] {
  return [
    {
      id: "deployment",
      header: "Deployment ID",
      width: "lg:w-[19%]",
      cell: ({ deploymentId, caches }) => {
        const look = "min-w-0 font-mono text-sm break-all";
        // There is no deployment before the first success.
        if (caches === null) return <span className={look}>{deploymentId}</span>;
        return (
          <Link className={`${textLinkClass} ${look}`} to={paths.deployment(deploymentId)}>
            {deploymentId}
          </Link>
        );
      },
    },
    {
      id: "role",
      header: "Role ARN",
      width: "lg:w-[29%]",
      cell: ({ roleArn }) => <span className="font-mono text-sm break-all">{roleArn}</span>,
    },
    {
      id: "created",
      header: "Created",
      width: "lg:w-[11%]",
      cell: ({ createdAt }) => <TimeAgo date={createdAt} />,
    },
    {
      id: "status",
      header: "Status",
      width: "lg:w-[27%]",
      cell: (integration) => <Status {...integration} />,
    },
    {
      id: "actions",
      header: "Actions",
      align: "end",
      actions: true,
      width: "lg:w-[14%]",
      cell: (integration) => (
        <span className="flex flex-wrap justify-end gap-1">
          <LimitedButton
            look="quiet"
            reason={whyNotChange(integration.createdBy)}
            onClick={() => onEdit(integration)}
          >
            Edit <span className="sr-only">{integration.deploymentId}</span>
          </LimitedButton>
          <LimitedButton
            look="quiet"
            reason={whyNotChange(integration.createdBy)}
            onClick={() => onDelete(integration)}
          >
            Delete <span className="sr-only">{integration.deploymentId}</span>
          </LimitedButton>
        </span>
      ),
    },
  ];
}

/** The outcome and time of the last reading, and why it failed. */
function Status({ status, caches, lastSyncAt, lastDataAt, lastError }: ElastiCacheIntegration) {
  return (
    <span className="grid justify-items-end gap-1 py-1 md:justify-items-start">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:justify-end">
        <StatusBadge status={status === "ok" ? "active" : status} />
        <span className="text-sm text-muted">
          {caches !== null && `${counted(caches, "cache")}, `}
          {lastDataAt ? (
            <>
              {" "}
              synced <TimeAgo date={lastDataAt} />
            </>
          ) : lastSyncAt ? (
            "couldn't sync"
          ) : (
            "not synced yet"
          )}
        </span>
      </span>
      {lastError && <span className="text-sm break-words">{lastError}</span>}
    </span>
  );
}
