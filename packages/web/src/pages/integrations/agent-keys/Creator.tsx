import { useQuery } from "@tanstack/react-query";
import { ownOrganizationQuery } from "../../../api/people/own-organization.ts";
import { useUser } from "../../../session/session.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";

/** Members rarely change, and all rows share one request. */
const fresh = 5 * 60_000;

/** The name of the account that created a key. */
export function Creator({ id }: { id: string }) {
  const isOwn = useUser()?.id === id;
  const { data } = useQuery({ ...ownOrganizationQuery, staleTime: fresh, enabled: !isOwn });
  if (isOwn) return "you";
  const member = data?.members.find((one) => one.id === id);
  if (!member) return data ? "a former member" : "…";
  return <Foreign>{`${member.firstName} ${member.lastName}`.trim() || member.email}</Foreign>;
}
