import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import type { Moves } from "@shardwatch/core/contract/people/moves";
import { describeError } from "../../lib/errors.ts";
import {
  currentMoves,
  forgetFormerOrganization,
  receivedInvitationsQuery,
  rejectInvitation,
} from "../../api/people/invitations.ts";
import { inviterName } from "../../lib/words/inviter-name.ts";
import { paths } from "../../lib/address/paths.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { showError } from "../../lib/browser/toasts.ts";
import { useFocusAfterDialog } from "../../lib/browser/use-focus-after-dialog.ts";
import { acceptInvitation } from "../../session/own-organization.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Foreign, WithNames } from "../../ui/text/Foreign.tsx";
import { Problem } from "../../ui/state/Problem.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { AcceptAndDeleteDialog } from "./AcceptAndDeleteDialog.tsx";
import { InvitationOver } from "./InvitationOver.tsx";
import { deletedIn } from "./MovesList.tsx";
import { WhatMoves } from "./WhatMoves.tsx";
import { acceptanceSummary } from "./invitation-texts.ts";

const failure = "Failed to load invitations";

/** The person's pending invitations; empty while there are none. */
export function ReceivedInvitations() {
  const { data, error, refetch } = useQuery({ ...receivedInvitationsQuery, ...useLiveOptions() });
  if (error && !data)
    return (
      <Problem problem={describeError(error, failure)}>
        <Button className="justify-self-start" onClick={() => void refetch()}>
          Retry
        </Button>
      </Problem>
    );
  if (!data) return null;
  return (
    <>
      <InvitationOver pending={data} />
      {data.length > 0 && (
        <section aria-label="Pending invitations">
          <ul className="grid gap-3">
            {data.map((invitation) => (
              <Received key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Received({ invitation }: { invitation: Invitation }) {
  const { id, invitedBy, organization, endsAt } = invitation;
  const user = useUser();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"accept" | "decline">();
  /** What would be deleted, while the person is asked about it. */
  const [losing, setLosing] = useState<Moves>();
  useFocusAfterDialog(losing);
  const name = inviterName(invitedBy);

  async function join() {
    await acceptInvitation(id);
    await navigate(paths.invitationSuccess(name, id));
    forgetFormerOrganization();
  }

  async function accept() {
    const moves = await currentMoves(id);
    if (deletedIn(moves).length === 0) return await join();
    setLosing(moves);
    setBusy(undefined);
  }

  async function answer(verb: "accept" | "decline", headline: string, work: () => Promise<void>) {
    if (busy) return;
    setBusy(verb);
    try {
      await work();
      // The button disappears with its invitation, so the focus moves.
      if (verb === "decline") document.querySelector("h1")?.focus();
    } catch (error) {
      showError(headline, error);
      setBusy(undefined);
    }
  }

  return (
    <li className="panel flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
      <Mail aria-hidden className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 grow basis-72">
        <p className="font-medium wrap-anywhere">
          <Foreign>{name}</Foreign>
          {name !== invitedBy.email && ` (${invitedBy.email})`} invited you to join{" "}
          <Foreign>{organization.name}</Foreign>
        </p>
        <p className="mt-0.5 max-w-prose text-sm wrap-anywhere text-muted">
          <WithNames
            text={acceptanceSummary(user, invitation)}
            names={[organization.name, user?.organization?.name ?? ""]}
          />{" "}
          This invitation ends <TimeAgo date={endsAt} />.
        </p>
        {user?.organization && <WhatMoves invitationId={id} />}
      </div>
      <div className="flex gap-2">
        <Button
          look="primary"
          aria-disabled={busy !== undefined || undefined}
          onClick={() => void answer("accept", "Failed to accept invitation", accept)}
        >
          {busy === "accept" ? "Accepting…" : "Accept"}
          <span className="sr-only"> invitation to {organization.name}</span>
        </Button>
        <Button
          aria-disabled={busy !== undefined || undefined}
          onClick={() => void answer("decline", "Failed to reject invitation", () => rejectInvitation(id))}
        >
          {busy === "decline" ? "Declining…" : "Decline"}
          <span className="sr-only"> invitation to {organization.name}</span>
        </Button>
      </div>
      {losing && (
        <AcceptAndDeleteDialog
          moves={losing}
          joined={organization.name}
          onConfirm={join}
          onClose={() => setLosing(undefined)}
        />
      )}
    </li>
  );
}
