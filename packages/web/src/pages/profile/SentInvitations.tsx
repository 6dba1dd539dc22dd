import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { ApiError, describeError } from "../../lib/errors.ts";
import { cancelInvitation, resendInvitation, sentInvitationsQuery } from "../../api/people/invitations.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { showError, showSuccess } from "../../lib/browser/toasts.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { ErrorState } from "../../ui/state/ErrorState.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { sentColumns } from "./sent-columns.tsx";

const failure = "Failed to load organization invitations";

/** For people who manage the organization: a form to invite, and the invitations without an answer. */
export function SentInvitations() {
  const headingId = useId();
  const { data, error, isLoadingError, refetch } = useQuery({ ...sentInvitationsQuery, ...useLiveOptions() });
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
