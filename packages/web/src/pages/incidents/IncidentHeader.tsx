import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { SeverityBadge } from "../../incidents/SeverityBadge.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { IncidentState } from "./IncidentState.tsx";

/** Below the heading: how urgent it is, since when, and who looks after it. */
export function IncidentHeader({ incident }: { incident: IncidentDetail }) {
  const { severity, openedAt, resolvedAt, acknowledged, evidence } = incident;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SeverityBadge severity={severity} />
        <span>
          Since <TimeAgo date={evidence.since ?? openedAt} />
        </span>
        {resolvedAt !== null && (
          <span>
            Over <TimeAgo date={resolvedAt} />
          </span>
        )}
        <IncidentState incident={incident} />
      </p>
      {acknowledged && resolvedAt === null && (
        <p className="text-muted">
          Acknowledged <TimeAgo date={acknowledged.at} />
          {acknowledged.note !== null && (
            <>
              {": "}
              <Foreign className="break-words">{acknowledged.note}</Foreign>
            </>
          )}
        </p>
      )}
    </>
  );
}
