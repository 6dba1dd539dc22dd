import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import type { Invitation, SentInvitation } from "@shardwatch/core/contract/people/invitation";
import { ApiError, describeError } from "../../lib/errors.ts";
import { cancelInvitation, resendInvitation, sentInvitationsQuery } from "../../api/people/invitations.ts";
import { useOverTime } from "../../lib/time/ticker.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { showError, showSuccess } from "../../lib/browser/toasts.ts";
import { QuerySection } from "../../ui/table/QueryTable.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { Ban, CircleAlert, Link2, Send } from "lucide-react";
import { fullName, nameOrEmail } from "../../lib/words/person-name.ts";
import { useForgetOnLeave } from "../../ui/form/SecretField.tsx";
import { actionsColumn } from "../../ui/table/ActionsMenu.tsx";
import { Badge } from "../../ui/text/Badge.tsx";
import { Foreign, isolated } from "../../ui/text/Foreign.tsx";
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

/** For an invitation to an account. Elsewhere the link is a secret, which is shown once. */
const copyAction = ({ id }: Invitation) => ({
  label: "Copy link",
  icon: Link2,
  onSelect: () => void copyLink(paths.profileOrganization(id)),
});

/** Two lines of a cell; the second one is quiet, and may be missing. */
const twoLines = (first: ReactNode, second: ReactNode) => (
  <span className="grid justify-items-start max-md:justify-items-end">
    {first}
    {second !== undefined && <span className="text-sm text-muted">{second}</span>}
  </span>
);

/** How long the link can be used. */
function LinkEnd({ date }: { date: string }) {
  const isOver = useOverTime((now) => Date.parse(date) <= now);
  if (isOver) return "Link expired";
  return (
    <>
      Link ends <TimeAgo date={date} />
    </>
  );
}

/** The columns of the invitations sent. */
const sentColumns = ({ busy, onResend, onCancel }: SentActions): Column<Invitation>[] => [
  {
    id: "invitee",
    header: "Invitee",
    width: "lg:w-[30%]",
    cell: ({ invitee: { email, ...name } }) => (
      <span className="grid wrap-anywhere">
        <span className="font-medium">{email}</span>
        <span className="text-sm text-muted empty:hidden">{isolated(fullName(name))}</span>
      </span>
    ),
  },
  { id: "role", header: "Role", cell: ({ role }) => <RoleBadges roles={[role]} inTable /> },
  {
    id: "invitedBy",
    header: "Invited by",
    cell: ({ invitedBy }) => <Foreign className="wrap-anywhere">{nameOrEmail(invitedBy)}</Foreign>,
  },
  {
    id: "sent",
    header: "Sent",
    cell: ({ createdAt, mailedAt }) =>
      twoLines(
        <TimeAgo date={createdAt} />,
        mailedAt && (
          <>
            Mailed <TimeAgo date={mailedAt} />
          </>
        ),
      ),
  },
  {
    id: "ends",
    header: "Ends",
    cell: ({ status, endsAt, linkEndsAt }) =>
      status === "expired" ? (
        <Badge icon={CircleAlert}>Expired</Badge>
      ) : (
        twoLines(<TimeAgo date={endsAt} />, linkEndsAt && <LinkEnd date={linkEndsAt} />)
      ),
  },
  actionsColumn(
    ({ invitee }) => `the invitation to ${invitee.email}`,
    (one) => [
      ...(one.linkEndsAt === undefined ? [copyAction(one)] : []),
      { label: "Send again", icon: Send, onSelect: () => busy ?? onResend(one) },
      { label: "Cancel invitation", icon: Ban, danger: true, onSelect: () => busy ?? onCancel(one) },
    ],
  ),
];

/** For people who manage the organization: a form to invite, and the invitations without an answer. */
export function SentInvitations() {
  const query = useQuery({ ...sentInvitationsQuery, ...useLiveOptions() });
  const [busy, setBusy] = useState<string>();
  const [last, setLast] = useState<SentInvitation>();
  useForgetOnLeave(useCallback(() => setLast(undefined), []));

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
      setLast((one) => (one?.id === id ? undefined : one));
      // The button disappears with its row, so the focus moves.
      document.querySelector("h1")?.focus();
    }
    async function resend(id: string) {
      const sent = await resendInvitation(id);
      if (sent.link) setLast(sent);
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
        <InviteForm sent={last} onSent={setLast} />
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
