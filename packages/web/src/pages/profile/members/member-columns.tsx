import type { Member } from "@shardwatch/core/contract/people/member";
import { Copy, UserCog, UserMinus } from "lucide-react";
import { copyId } from "../../../lib/browser/copy-id.ts";
import { ActionsMenu, actionsMenu } from "../../../ui/table/ActionsMenu.tsx";
import { isolated } from "../../../ui/text/Foreign.tsx";
import type { Action } from "../../../ui/popup/MenuButton.tsx";
import { RoleBadges } from "../../../ui/text/RoleBadges.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { nameOf } from "./member-name.ts";

interface MemberActions {
  /** The id of the signed-in person, who cannot remove themselves. */
  self: string | undefined;
  onChangeRole: (member: Member) => void;
  onRemove: (member: Member) => void;
}

function actionsOf(member: Member, { self, onChangeRole, onRemove }: MemberActions): Action[] {
  return [
    { label: "Copy ID", icon: Copy, onSelect: () => void copyId(member.id) },
    { label: "Change role", icon: UserCog, opensDialog: true, onSelect: () => onChangeRole(member) },
    ...(member.id === self
      ? []
      : [
          {
            label: "Remove",
            icon: UserMinus,
            danger: true,
            opensDialog: true,
            onSelect: () => onRemove(member),
          },
        ]),
  ];
}

/** The members' columns for people who manage them. */
export function memberColumns(actions: MemberActions): Column<Member>[] {
  return [
    {
      id: "name",
      header: "Name",
      width: "lg:w-[24%]",
      cell: (member) => (
        <span className="font-medium wrap-anywhere">
          {isolated(nameOf(member)) || <Unknown why="No name" />}
          {member.id === actions.self && <span className="font-normal text-muted"> (you)</span>}
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
    {
      id: "actions",
      header: "Actions",
      align: "end",
      actions: true,
      preload: actionsMenu.preload,
      width: "w-14",
      cell: (member) => (
        <ActionsMenu
          label={`Actions for ${nameOf(member) || member.email}`}
          actions={actionsOf(member, actions)}
        />
      ),
    },
  ];
}
