import { LoaderCircle } from "lucide-react";
import type { Account } from "@shardwatch/core/contract/people/account";
import { Badge } from "../../ui/text/Badge.tsx";
import { Foreign, isolated } from "../../ui/text/Foreign.tsx";
import { ActionsMenu, actionsMenu } from "../../ui/table/ActionsMenu.tsx";
import { RoleBadges } from "../../ui/text/RoleBadges.tsx";
import type { Column } from "../../ui/table/rows.ts";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { rowActions } from "./row-actions.ts";
import { Unknown } from "../../ui/text/Unknown.tsx";

/** First and last name; empty when the provider has none. */
export const fullName = ({ firstName, lastName }: Pick<Account, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim();

/** The columns of the accounts. */
export function accountColumns(
  onEdit: (account: Account) => void,
  onDelete: (account: Account) => void,
): Column<Account>[] {
  return [
    {
      id: "name",
      header: "Full name",
      width: "lg:w-[18%]",
      cell: (account) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">
            {isolated(fullName(account)) || <Unknown why="No name" />}
          </span>
          {account.deleting && <Badge icon={LoaderCircle}>Being deleted</Badge>}
        </span>
      ),
    },
    {
      id: "email",
      header: "Email",
      width: "lg:w-[23%]",
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    {
      id: "organization",
      header: "Organization",
      width: "lg:w-[19%]",
      cell: ({ organization }) =>
        organization ? (
          <Foreign className="break-words">{organization.name}</Foreign>
        ) : (
          <Unknown why="None" />
        ),
    },
    {
      id: "roles",
      header: "Roles",
      width: "lg:w-[22%]",
      cell: ({ roles }) => (roles.length > 0 ? <RoleBadges roles={roles} inTable /> : <Unknown why="None" />),
    },
    {
      id: "lastLogin",
      header: "Last login",
      width: "lg:w-[12%]",
      cell: ({ lastLogin }) => <TimeAgo date={lastLogin} />,
    },
    {
      id: "actions",
      header: "Actions",
      align: "end",
      actions: true,
      preload: actionsMenu.preload,
      width: "w-14",
      cell: (account) => (
        <ActionsMenu
          label={`Actions for ${fullName(account) || account.email}`}
          actions={rowActions(account, onEdit, onDelete)}
        />
      ),
    },
  ];
}
