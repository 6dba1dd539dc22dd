import type { Member } from "@shardwatch/core/contract/people/member";
import {
  initialRole,
  may,
  type OrganizationRole,
  roleTraits,
  strongestOf,
} from "@shardwatch/core/contract/people/roles";
import { saveMember } from "../../../api/people/members.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { useUser } from "../../../session/session.ts";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { MemberCard } from "./MemberCard.tsx";
import { TheirInvitations } from "./TheirInvitations.tsx";
import { RoleField } from "./RoleField.tsx";

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
