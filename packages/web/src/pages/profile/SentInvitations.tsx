import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { Invitation } from "@shardwatch/core/contract/invitation";
import { ApiError, describeError } from "../../lib/errors.ts";
import { cancelInvitation, sentInvitationsQuery } from "../../api/invitations.ts";
import { useLiveOptions } from "../../lib/refresh-interval.ts";
import { showError } from "../../lib/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { isolated } from "../../ui/Foreign.tsx";
import type { Column } from "../../ui/rows.ts";
import { Section } from "../../ui/Section.tsx";
import { TimeAgo } from "../../ui/TimeAgo.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { inviterName } from "./invitation-texts.ts";

const failure = "Failed to load organization invitations";

function columns(cancelling: string | undefined, onCancel: (one: Invitation) => void): Column<Invitation>[] {
  return [
    {
      id: "email",
      header: "Email",
      cell: ({ invitee }) => <span className="font-medium break-all">{invitee.email}</span>,
    },
    {
      id: "name",
      header: "Name",
      cell: ({ invitee }) => isolated(`${invitee.firstName} ${invitee.lastName}`.trim()) || null,
    },
    { id: "invitedBy", header: "Invited by", cell: ({ invitedBy }) => isolated(inviterName(invitedBy)) },
    { id: "sent", header: "Sent", cell: ({ createdAt }) => <TimeAgo date={createdAt} /> },
    {
      id: "cancel",
      header: "Actions",
      align: "end",
      actions: true,
      cell: (one) => (
        <Button look="quiet" aria-disabled={cancelling === one.id || undefined} onClick={() => onCancel(one)}>
          {cancelling === one.id ? "Cancelling…" : "Cancel"}
          <span className="sr-only">invitation to {one.invitee.email}</span>
        </Button>
      ),
    },
  ];
}

/** For people who manage the organization: a form to invite, and the pending invitations. */
export function SentInvitations() {
  const headingId = useId();
  const { data, error, isLoadingError, refetch } = useQuery({ ...sentInvitationsQuery, ...useLiveOptions() });
  const [cancelling, setCancelling] = useState<string>();

  const shown = useMemo(() => {
    async function cancel({ id, invitee }: Invitation) {
      if (cancelling !== undefined) return;
      setCancelling(id);
      try {
        await cancelInvitation(id);
        // The button disappears with its row, so the focus moves.
        document.querySelector("h1")?.focus();
      } catch (thrown) {
        const { headline, detail } = describeError(thrown, "Failed to cancel invitation");
        const reason = (thrown instanceof ApiError && detail) || headline;
        showError(`Failed to cancel invitation to ${invitee.email}: ${reason}`);
      } finally {
        setCancelling(undefined);
      }
    }
    return columns(cancelling, (one) => void cancel(one));
  }, [cancelling]);

  return (
    <>
      <Section heading="Invite a member">
        <InviteForm />
      </Section>
      <Section heading="Pending invitations" headingId={headingId}>
        {isLoadingError ? (
          <ErrorState
            title={failure}
            text={describeError(error, failure).detail ?? "Please check your connection and try again."}
            error={error}
            onRetry={() => void refetch()}
          />
        ) : data?.length === 0 ? (
          <p className="p-4 text-muted">No pending invitations</p>
        ) : (
          <DataTable labelledBy={headingId} columns={shown} rows={data} rowKey={({ id }) => id} />
        )}
      </Section>
    </>
  );
}
