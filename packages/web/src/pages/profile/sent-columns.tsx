import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { Ban, CircleAlert, Link2, Send } from "lucide-react";
import { fullName, nameOrEmail } from "../../lib/words/inviter-name.ts";
import { actionsColumn } from "../../ui/table/ActionsMenu.tsx";
import { Badge } from "../../ui/text/Badge.tsx";
import { isolated } from "../../ui/text/Foreign.tsx";
import { RoleBadges } from "../../ui/text/RoleBadges.tsx";
import type { Column } from "../../ui/table/rows.ts";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { copyInvitationLink } from "./copy-invitation-link.ts";

interface SentActions {
  /** The invitation that is being sent or cancelled. */
  busy: string | undefined;
  onResend: (one: Invitation) => void;
  onCancel: (one: Invitation) => void;
}

/** The columns of the invitations sent. */
export const sentColumns = ({ busy, onResend, onCancel }: SentActions): Column<Invitation>[] => [
  {
    id: "invitee",
    header: "Invitee",
    width: "lg:w-[36%]",
    cell: ({ invitee: { email, ...name } }) => (
      <span className="grid wrap-anywhere">
        <span className="font-medium">{email}</span>
        <span className="text-sm text-muted">{isolated(fullName(name))}</span>
      </span>
    ),
  },
  { id: "role", header: "Role", cell: ({ role }) => <RoleBadges roles={[role]} inTable /> },
  { id: "invitedBy", header: "Invited by", cell: ({ invitedBy }) => isolated(nameOrEmail(invitedBy)) },
  { id: "sent", header: "Sent", cell: ({ createdAt }) => <TimeAgo date={createdAt} /> },
  {
    id: "ends",
    header: "Ends",
    cell: ({ status, endsAt }) =>
      status === "expired" ? <Badge icon={CircleAlert}>Expired</Badge> : <TimeAgo date={endsAt} />,
  },
  actionsColumn(
    ({ invitee }) => `the invitation to ${invitee.email}`,
    (one) => [
      { label: "Copy link", icon: Link2, onSelect: () => copyInvitationLink(one.id) },
      { label: "Send again", icon: Send, onSelect: () => busy ?? onResend(one) },
      { label: "Cancel invitation", icon: Ban, danger: true, onSelect: () => busy ?? onCancel(one) },
    ],
  ),
];
