import { allRoles, may } from "@shardwatch/core/contract/people/roles";
import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../../../api/people/organizations.ts";
import { useUser } from "../../../session/session.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { roleLooks } from "../../../ui/text/roles.ts";
import { LocalTime } from "./LocalTime.tsx";

const times = new Set(["endsAt", "formerSecretEnds"]);

interface ChangedValueProps {
  field: string;
  /** Null where there was or is none. */
  text: string | null;
}

/** A field before or after a change: roles in words, an organization by its name, times as in the table. */
export function ChangedValue({ field, text }: ChangedValueProps) {
  if (text === null) return <span className="text-muted">none</span>;
  if (field === "role" || field === "roles") return rolesText(text);
  if (field === "organization") return <OrganizationName id={text} />;
  if (times.has(field) && !Number.isNaN(Date.parse(text))) return <LocalTime at={text} />;
  return <Foreign>{text}</Foreign>;
}

/** "Org Admin, Viewer" */
function rolesText(text: string): string {
  const named = text.split(", ").map((one) => {
    const known = allRoles.find((option) => option === one);
    return known ? roleLooks[known].label : one;
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
