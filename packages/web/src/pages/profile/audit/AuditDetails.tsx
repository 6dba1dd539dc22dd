import type { AuditEvent } from "@shardwatch/core/contract/people/audit";
import { counted } from "../../../lib/words/count.ts";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { fieldText } from "./audit-texts.ts";
import { ChangedValue } from "./ChangedValue.tsx";

interface AuditDetailsProps {
  event: AuditEvent;
  /** Whether the address is shown here, because the table has no column for it. */
  address: boolean;
}

/** What the table has no column for: fields before and after, deployments, ids and the browser. */
export function AuditDetails({ event, address }: AuditDetailsProps) {
  const { changes, deployments, object, actor, client, reason, requestId } = event;
  return (
    <div className="grid gap-4">
      {reason !== null && <p className="max-w-prose break-words">{reason}</p>}
      {changes.length > 0 && (
        <dl className="grid gap-2">
          {changes.map(({ field, before, after }) => (
            <div key={field} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <dt className="text-sm text-muted">{fieldText(field)}</dt>
              <dd className="break-words">
                <ChangedValue field={field} text={before} /> → <ChangedValue field={field} text={after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Facts>
        {deployments && <Fact name="Deployments">{counted(deployments.count, "deployment")}</Fact>}
        <Fact name="Object ID">{object.id}</Fact>
        <Fact name={actor.kind === "accessKey" ? "Key ID" : "Account ID"}>{actor.id}</Fact>
        {address && <Fact name="Address">{event.address}</Fact>}
        <Fact name="Browser or program">{client}</Fact>
        <Fact name="Request ID">{requestId}</Fact>
      </Facts>
      {deployments && deployments.first.length > 0 && (
        <p className="font-mono text-xs break-words text-muted">{deployments.first.join(" ")}</p>
      )}
    </div>
  );
}
