import type { Member } from "@shardwatch/core/contract/people/member";
import { Copy, UserCog, UserMinus } from "lucide-react";
import { copyId } from "../../../lib/browser/copy-id.ts";
import { actionsColumn } from "../../../ui/table/ActionsMenu.tsx";
import { fullName, nameOrEmail } from "../../../lib/words/person-name.ts";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { isolated } from "../../../ui/text/Foreign.tsx";
import type { Action } from "../../../ui/popup/MenuButton.tsx";
import { RoleBadges } from "../../../ui/text/RoleBadges.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx";
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
function ChangeRoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
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

function actionsOf(member: Member, self: string | undefined, open: OpenDialog): Action[] {
  const change: Action = {
    label: "Change role",
    icon: UserCog,
    opensDialog: true,
    onSelect: () => open((close) => <ChangeRoleDialog member={member} onClose={close} />),
  };
  const remove: Action = {
    label: "Remove",
    icon: UserMinus,
    danger: true,
    opensDialog: true,
    onSelect: () => open((close) => <RemoveMemberDialog member={member} onClose={close} />),
  };
  const copy: Action = { label: "Copy ID", icon: Copy, onSelect: () => void copyId(member.id) };
  return member.id === self ? [copy, change] : [copy, change, remove];
}

/**
 * The members' columns for people who manage them.
 * @param self the id of the signed-in person, who cannot remove themselves
 */
export const memberColumns = (self: string | undefined, open: OpenDialog): Column<Member>[] => [
  {
    id: "name",
    header: "Name",
    width: "lg:w-[24%]",
    cell: (member) => (
      <span className="font-medium wrap-anywhere">
        {isolated(fullName(member)) || <Unknown why="No name" />}
        {member.id === self && <span className="font-normal text-muted"> (you)</span>}
      </span>
    ),
  },
  { id: "email", header: "Email", cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  {
    id: "role",
    header: "Role",
    width: "w-40 lg:w-44",
    cell: ({ roles }) => (roles.length > 0 ? <RoleBadges roles={roles} inTable /> : <Unknown why="None" />),
  },
  {
    id: "lastLogin",
    header: "Last sign-in",
    width: "w-36 whitespace-nowrap lg:w-44",
    cell: ({ lastLogin }) => <TimeAgo date={lastLogin} />,
  },
  actionsColumn<Member>(nameOrEmail, (member) => actionsOf(member, self, open)),
];
