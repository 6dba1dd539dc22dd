import type { Member } from "@shardwatch/core/contract/people/member";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accessKeysQuery } from "../../../api/sources/access-keys.ts";
import { removeMember } from "../../../api/people/members.ts";
import { counted } from "../../../lib/words/count.ts";
import { useUser } from "../../../session/session.ts";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { MemberCard } from "./MemberCard.tsx";
import { TheirInvitations } from "./TheirInvitations.tsx";

const mostNamed = 5;

/** Confirms the removal of a member, says what stays, and revokes the member's agent keys unless they are kept. */
export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  // They may have copied the keys, so keeping them is the choice that takes a click.
  const [revokeKeys, setRevokeKeys] = useState(true);
  const organization = useUser()?.organization?.name ?? "the organization";
  return (
    <ConfirmDialog
      title="Remove member"
      verb="Remove"
      pending="Removing…"
      failure="Failed to remove member"
      onConfirm={() => removeMember(member.id, revokeKeys)}
      success="Member removed"
      onClose={onClose}
    >
      <MemberCard member={member} />
      <p className="wrap-anywhere">
        They lose access to <Foreign>{organization}</Foreign> immediately and are told about it. Their account
        stays.
      </p>
      <p className="text-muted">Deployments and integrations that they created stay with the organization.</p>
      <TheirInvitations member={member} />
      <TheirKeys id={member.id} revoke={revokeKeys} onChange={setRevokeKeys} />
    </ConfirmDialog>
  );
}

interface TheirKeysProps {
  /** Id of the member. */
  id: string;
  revoke: boolean;
  onChange: (revoke: boolean) => void;
}

/** Offers to revoke the keys that the member created, and says what becomes of their agents. */
function TheirKeys({ id, revoke, onChange }: TheirKeysProps) {
  const { data, isError } = useQuery(accessKeysQuery);
  if (!data && !isError) return <Skeleton className="h-8 w-64 max-w-full" />;
  const names = data?.filter(({ createdBy }) => createdBy === id).map(({ name }) => name) ?? [];
  if (data && names.length === 0) return <p className="text-muted">They created no agent keys.</p>;
  const more = names.length - mostNamed;
  return (
    <div className="grid gap-1">
      <Checkbox
        label={
          data
            ? `Revoke the ${counted(names.length, "agent key")} they created`
            : "Revoke the agent keys they created"
        }
        checked={revoke}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p className="pl-8 text-sm wrap-anywhere text-muted">
        {names.length > 0 && (
          <>
            <Foreign>{names.slice(0, mostNamed).join(", ")}</Foreign>
            {more > 0 && ` and ${more} more`}.{" "}
          </>
        )}
        {revoke
          ? "Agents that use them can no longer report."
          : "Agents that use them keep reporting, and so can anyone with a copy. They can no longer take over other deployments."}
      </p>
    </div>
  );
}
