import type { Deployment } from "@shardwatch/core/contract/deployment";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { TimeAgo } from "../../ui/TimeAgo.tsx";
import { SourceBadge } from "./SourceBadge.tsx";

/** How a deployment is, where the data comes from and how old it is; and why it is not active. */
export function StatusLine({ deployment }: { deployment: Deployment | undefined }) {
  if (!deployment) return <Skeleton className="h-6 w-64" />;
  const { status, statusMessage, source, lastUpdated } = deployment;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={status} />
        <SourceBadge source={source} />
        <span className="text-sm text-muted">
          Last updated <TimeAgo date={lastUpdated} />
        </span>
      </div>
      {statusMessage && <p className="max-w-prose text-sm break-words text-warn">{statusMessage}</p>}
    </>
  );
}
