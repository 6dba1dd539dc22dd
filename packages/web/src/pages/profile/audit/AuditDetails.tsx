import type { AuditActorKind, AuditEvent } from "@shardwatch/core/contract/people/audit";
import { counted } from "../../../lib/words/count.ts";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { fieldText } from "./audit-texts.ts";
import { allRoles, may } from "@shardwatch/core/contract/people/roles";
import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../../../api/people/organizations.ts";
import { useUser } from "../../../session/session.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { roleStyles } from "../../../ui/text/roles.ts";
import { scopeNames } from "../programs/token-texts.ts";
import { LocalTime } from "./LocalTime.tsx";

const actorIds: Readonly<Partial<Record<AuditActorKind, string>>> = {
  accessKey: "Key ID",
  token: "Token ID",
};

const times = new Set(["endsAt", "formerSecretEnds", "expiresAt"]);

interface ChangedValueProps {
  field: string;
  /** Null where there was or is none. */
  text: string | null;
}

/** A field before or after a change: roles and scopes in words, an organization by its name, times as in the table. */
function ChangedValue({ field, text }: ChangedValueProps) {
  if (text === null) return <span className="text-muted">none</span>;
  if (field === "role" || field === "roles") return rolesText(text);
  if (field === "scopes") return scopeNames(text.split(" "));
  if (field === "organization") return <OrganizationName id={text} />;
  if (times.has(field) && !Number.isNaN(Date.parse(text))) return <LocalTime at={text} />;
  return <Foreign>{text}</Foreign>;
}

/** "Org Admin, Viewer" */
function rolesText(text: string): string {
  const named = text.split(", ").map((one) => {
    const known = allRoles.find((option) => option === one);
    return known ? roleStyles[known].label : one;
  });
  return named.join(", ");
}

/** An audit only has the id of its own organization. One that is deleted has no name. */
function OrganizationName({ id }: { id: string }) {
  const { organization: own, roles = [] } = useUser() ?? {};
  const isOwn = own?.id === id;
  const { data } = useQuery({ ...organizationsQuery, enabled: !isOwn && may(roles, "seeEveryOrganization") });
  return <Foreign>{(isOwn ? own : data?.find((one) => one.id === id))?.name ?? id}</Foreign>;
}

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
        <Fact name={actorIds[actor.kind] ?? "Account ID"}>{actor.id}</Fact>
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
