import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { describeError } from "../../lib/errors.ts";
import {
  currentMoves,
  forgetFormerOrganization,
  receivedInvitationsQuery,
  rejectInvitation,
  movesBeforeQuery,
} from "../../api/people/invitations.ts";
import { nameOrEmail } from "../../lib/words/person-name.ts";
import { paths } from "../../lib/address/paths.ts";
import { passkeyPlace } from "../../lib/settings/config.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { showError } from "../../lib/browser/toasts.ts";
import { useDialog } from "../../ui/popup/use-dialog.ts";
import { acceptInvitation } from "../../session/own-organization.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Foreign, WithNames, ForeignName } from "../../ui/text/Foreign.tsx";
import { Problem } from "../../ui/state/Problem.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { deletedIn, MovesList, Group } from "./MovesList.tsx";
import { parameters } from "../../lib/address/urls.ts";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { someoneWith } from "@shardwatch/core/contract/people/role-nouns";
import type { User } from "@shardwatch/core/contract/people/user";
import type { Moves } from "@shardwatch/core/contract/people/moves";
import { ConfirmDialog } from "../../ui/popup/ConfirmDialog.tsx";

interface AcceptAndDeleteDialogProps {
  moves: Moves;
  /** The name of the organization that the person joins. */
  joined: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Confirms an acceptance that deletes what the person's former organization has. */
function AcceptAndDeleteDialog({ moves, joined, onConfirm, onClose }: AcceptAndDeleteDialogProps) {
  return (
    <ConfirmDialog
      title="Accept invitation"
      verb="Accept and delete"
      pending="Accepting…"
      failure="Failed to accept invitation"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        You're the last member of <ForeignName>{moves.from ?? "your organization"}</ForeignName>. When you
        join <Foreign>{joined}</Foreign>, nobody can see it any more.
      </p>
      <div className="text-sm wrap-anywhere">
        <Group heading="Will be deleted" some={deletedIn(moves)} />
      </div>
      <p className="text-muted">
        To keep any of it, cancel, invite a colleague into the organization and make them an admin first.
      </p>
    </ConfirmDialog>
  );
}

/** What accepting changes for the person, as a sentence. */
function acceptanceSummary(
  user: User | undefined,
  { role, organization: { name } }: Pick<Invitation, "role" | "organization">,
): string {
  const left = user?.organization?.name;
  if (left === undefined) return `You'll be ${someoneWith(role)} in ${name}.`;
  return `You'll leave ${left} and become ${someoneWith(role)} in ${name}.`;
}

/** A preview of an acceptance: what would move and what would stay. */
function WhatMoves({ invitationId }: { invitationId: string }) {
  const { data, isError } = useQuery(movesBeforeQuery(invitationId));
  if (data) return <MovesList moves={data} />;
  if (!isError) return <Skeleton className="mt-2 h-4 w-72 max-w-full" />;
  return <p className="mt-1 text-sm text-warn">Couldn't load what moves with you.</p>;
}

/** Says why the invitation in the address is not among the pending ones; empty when it is. */
function InvitationOver({ pending }: { pending: readonly Invitation[] }) {
  const [query] = useSearchParams();
  const user = useUser();
  const id = query.get(parameters.invitation);
  if (id === null || pending.some((one) => one.id === id)) return null;
  return (
    <div role="status" className="panel grid gap-0.5 p-4">
      <p className="font-medium">This invitation can't be answered</p>
      <p className="max-w-prose text-sm wrap-anywhere text-muted">
        It was answered or cancelled, it has expired, or it's for somebody else. You're signed in as{" "}
        {user?.email}.
        {passkeyPlace() !== undefined &&
          " If it's for this email, first sign in by a link that proves it's yours: one that was emailed to you, or one of the server's command."}
      </p>
    </div>
  );
}

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

/** Accepts or declines an invitation, one at a time. */
function useAnswer({ id, invitedBy, organization }: Invitation) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"accept" | "decline">();
  const [dialog, open] = useDialog();

  async function join() {
    await acceptInvitation(id);
    await navigate(paths.invitationSuccess(nameOrEmail(invitedBy), id));
    forgetFormerOrganization();
  }

  async function accept() {
    const moves = await currentMoves(id);
    if (deletedIn(moves).length === 0) return await join();
    open((close) => (
      <AcceptAndDeleteDialog moves={moves} joined={organization.name} onConfirm={join} onClose={close} />
    ));
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

  return {
    busy,
    dialog,
    accept: () => void answer("accept", "Failed to accept invitation", accept),
    decline: () => void answer("decline", "Failed to reject invitation", () => rejectInvitation(id)),
  };
}

function Received({ invitation }: { invitation: Invitation }) {
  const { id, invitedBy, organization, endsAt } = invitation;
  const user = useUser();
  const { busy, dialog, accept, decline } = useAnswer(invitation);
  const name = nameOrEmail(invitedBy);
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
        <Button emphasis="primary" aria-disabled={busy !== undefined || undefined} onClick={accept}>
          {busy === "accept" ? "Accepting…" : "Accept"}
          <span className="sr-only"> invitation to {organization.name}</span>
        </Button>
        <Button aria-disabled={busy !== undefined || undefined} onClick={decline}>
          {busy === "decline" ? "Declining…" : "Decline"}
          <span className="sr-only"> invitation to {organization.name}</span>
        </Button>
      </div>
      {dialog}
    </li>
  );
}
