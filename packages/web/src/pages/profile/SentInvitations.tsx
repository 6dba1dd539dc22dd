import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { ApiError, describeError } from "../../lib/errors.ts";
import { cancelInvitation, resendInvitation, sentInvitationsQuery } from "../../api/people/invitations.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { showError, showSuccess } from "../../lib/browser/toasts.ts";
import { QuerySection } from "../../ui/table/QueryTable.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { Ban, CircleAlert, Link2, Send } from "lucide-react";
import { fullName, nameOrEmail } from "../../lib/words/person-name.ts";
import { actionsColumn } from "../../ui/table/ActionsMenu.tsx";
import { Badge } from "../../ui/text/Badge.tsx";
import { isolated } from "../../ui/text/Foreign.tsx";
import { RoleBadges } from "../../ui/text/RoleBadges.tsx";
import type { Column } from "../../ui/table/rows.ts";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { copyLink } from "../../lib/browser/copy-text.ts";
import { paths } from "../../lib/address/paths.ts";

interface SentActions {
  /** The invitation that is being sent or cancelled. */
  busy: string | undefined;
  onResend: (one: Invitation) => void;
  onCancel: (one: Invitation) => void;
}

/** The columns of the invitations sent. */
const sentColumns = ({ busy, onResend, onCancel }: SentActions): Column<Invitation>[] => [
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
      { label: "Copy link", icon: Link2, onSelect: () => void copyLink(paths.profileOrganization(one.id)) },
      { label: "Send again", icon: Send, onSelect: () => busy ?? onResend(one) },
      { label: "Cancel invitation", icon: Ban, danger: true, onSelect: () => busy ?? onCancel(one) },
    ],
  ),
];

/** For people who manage the organization: a form to invite, and the invitations without an answer. */
export function SentInvitations() {
  const query = useQuery({ ...sentInvitationsQuery, ...useLiveOptions() });
  const [busy, setBusy] = useState<string>();

  const shown = useMemo(() => {
    async function act({ id, invitee }: Invitation, verb: "send" | "cancel", work: () => Promise<void>) {
      if (busy !== undefined) return;
      setBusy(id);
      try {
        await work();
      } catch (thrown) {
        const { headline, detail } = describeError(thrown, `Failed to ${verb} invitation`);
        const reason = (thrown instanceof ApiError && detail) || headline;
        showError(`Failed to ${verb} invitation to ${invitee.email}: ${reason}`);
      } finally {
        setBusy(undefined);
      }
    }
    async function cancel(id: string) {
      await cancelInvitation(id);
      // The button disappears with its row, so the focus moves.
      document.querySelector("h1")?.focus();
    }
    async function resend(id: string) {
      await resendInvitation(id);
      showSuccess("Invitation sent again");
    }
    return sentColumns({
      busy,
      onResend: (one) => void act(one, "send", () => resend(one.id)),
      onCancel: (one) => void act(one, "cancel", () => cancel(one.id)),
    });
  }, [busy]);

  return (
    <>
      <Section heading="Invite a member">
        <InviteForm />
      </Section>
      <QuerySection
        heading="Pending invitations"
        query={query}
        failure="Failed to load organization invitations"
        columns={shown}
        rows={query.data}
        rowKey={({ id }) => id}
        empty={<p className="p-4 text-muted">No pending invitations</p>}
      />
    </>
  );
}
