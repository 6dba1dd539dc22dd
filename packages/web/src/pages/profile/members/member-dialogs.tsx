import type { Member } from "@shardwatch/core/contract/people/member";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accessKeysQuery } from "../../../api/sources/access-keys.ts";
import { removeMember, saveMember } from "../../../api/people/members.ts";
import { counted } from "../../../lib/words/count.ts";
import { useUser } from "../../../session/session.ts";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { ConfirmDialog } from "../../../ui/popup/ConfirmDialog.tsx";
import { Foreign, ForeignName } from "../../../ui/text/Foreign.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { fullName } from "../../../lib/words/person-name.ts";
import {
  initialRole,
  may,
  type OrganizationRole,
  roleTraits,
  strongestOf,
} from "@shardwatch/core/contract/people/roles";
import { sentInvitationsQuery } from "../../../api/people/invitations.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { RoleField } from "./RoleField.tsx";

/** Who a dialog is about. */
function MemberCard({ member }: { member: Member }) {
  const name = fullName(member);
  return (
    <p className="rounded-md border border-line bg-sunken px-3 py-2 wrap-anywhere">
      <ForeignName>{name || member.email}</ForeignName>
      {name && <span className="block text-sm text-muted">{member.email}</span>}
    </p>
  );
}

interface TheirInvitationsProps {
  member: Member;
  /** Whether only invitations of admins end. */
  onlyAdmins?: boolean;
}

/** Says how many pending invitations of a member end. Shows nothing when there are none. */
function TheirInvitations({ member, onlyAdmins = false }: TheirInvitationsProps) {
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

/** Changes a member's role. The choice stays when saving fails. */
export function ChangeRoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const current = strongestOf(member.roles) ?? initialRole.newcomer;
  const isOwn = useUser()?.id === member.id;
  const form = useForm<{ role: OrganizationRole }>({
    initial: { role: current },
    send: async ({ role }) => {
      await saveMember(member.id, { role });
      showSuccess("Role changed");
      onClose();
    },
    failure: "Failed to change role",
  });
  const { role } = form.values;
  return (
    <FormDialog
      title="Change role"
      form={form}
      verb="Save"
      pending="Saving…"
      focus="first-field"
      onClose={onClose}
    >
      <MemberCard member={member} />
      <RoleField value={role} onChange={(chosen) => form.change({ role: chosen })} />
      {roleTraits[current].isVouched && !roleTraits[role].isVouched && (
        <TheirInvitations member={member} onlyAdmins />
      )}
      {isOwn && may([current], "manageOrganization") && !may([role], "manageOrganization") && (
        <p className="text-sm text-warn">
          This is your own role. You won't be able to manage the organization any more.
        </p>
      )}
    </FormDialog>
  );
}

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
