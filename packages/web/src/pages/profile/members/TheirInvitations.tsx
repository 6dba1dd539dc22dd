import type { Member } from "@shardwatch/core/contract/people/member";
import { roleTraits } from "@shardwatch/core/contract/people/roles";
import { useQuery } from "@tanstack/react-query";
import { sentInvitationsQuery } from "../../../api/people/invitations.ts";
import { counted } from "../../../lib/words/count.ts";

interface TheirInvitationsProps {
  member: Member;
  /** Whether only invitations of admins end. */
  onlyAdmins?: boolean;
}

/** Says how many pending invitations of a member end. Shows nothing when there are none. */
export function TheirInvitations({ member, onlyAdmins = false }: TheirInvitationsProps) {
  const { data, isError } = useQuery(sentInvitationsQuery);
  if (isError) return <p className="text-muted">Pending invitations that they sent end.</p>;
  // An older invitation has no id of who sent it.
  const theirs = data?.filter(
    ({ inviterId, invitedBy, role }) =>
      (inviterId === undefined ? invitedBy.email === member.email : inviterId === member.id) &&
      (!onlyAdmins || roleTraits[role].isVouched),
  );
  const count = theirs?.length ?? 0;
  if (count === 0) return null;
  const what = onlyAdmins ? "pending invitation for an admin" : "pending invitation";
  const some = onlyAdmins && count > 1 ? `${count} pending invitations for admins` : counted(count, what);
  return (
    <p className="text-warn">
      {some} that they sent {count === 1 ? "ends" : "end"}.
    </p>
  );
}
