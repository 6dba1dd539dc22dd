import type { Member } from "@shardwatch/core/contract/people/member";
import { Copy, UserCog, UserMinus } from "lucide-react";
import { copyId } from "../../../lib/browser/copy-id.ts";
import { actionsColumn } from "../../../ui/table/ActionsMenu.tsx";
import { fullName, nameOrEmail } from "../../../lib/words/person-name.ts";
import type { OpenDialog } from "../../../ui/popup/use-dialog.ts";
import { AccountEmail } from "../../../ui/text/AccountEmail.tsx";
import { isolated } from "../../../ui/text/Foreign.tsx";
import type { Action } from "../../../ui/popup/MenuButton.tsx";
import { RoleBadges } from "../../../ui/text/RoleBadges.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { ChangeRoleDialog, RemoveMemberDialog } from "./member-dialogs.tsx";

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
  {
    id: "email",
    header: "Email",
    cell: ({ email, unverified }) => <AccountEmail email={email} unverified={unverified} />,
  },
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
