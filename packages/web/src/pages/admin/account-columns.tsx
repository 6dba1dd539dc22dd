import { KeyRound, LoaderCircle } from "lucide-react";
import type { Account } from "@shardwatch/core/contract/people/account";
import { fullName, nameOrEmail } from "../../lib/words/person-name.ts";
import type { OpenDialog } from "../../ui/popup/use-dialog.ts";
import { AccountEmail } from "../../ui/text/AccountEmail.tsx";
import { Badge } from "../../ui/text/Badge.tsx";
import { Foreign, ForeignName, isolated } from "../../ui/text/Foreign.tsx";
import { actionsColumn } from "../../ui/table/ActionsMenu.tsx";
import { RoleBadges } from "../../ui/text/RoleBadges.tsx";
import type { Column } from "../../ui/table/rows.ts";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { deleteAccount } from "../../api/people/accounts.ts";
import { useUser } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/popup/ConfirmDialog.tsx";
import { EditAccountDialog } from "./EditAccountDialog.tsx";
import { SignInLinkDialog } from "./SignInLinkDialog.tsx";
import { passkeyPlace } from "../../lib/settings/config.ts";
import { rowActions } from "./row-actions.ts";
import { Unknown } from "../../ui/text/Unknown.tsx";

/** Confirms the deletion of an account, and lists what is deleted with it. */
function DeleteAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { id, email, organization } = account;
  const own = useUser()?.id === id;
  const name = fullName(account);
  return (
    <ConfirmDialog
      title="Delete account"
      failure="Failed to delete account"
      onConfirm={() => deleteAccount(id)}
      success={own ? undefined : "Account deleted"}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this account?</p>
      <p className="rounded-md border border-line bg-sunken px-3 py-2 break-words">
        <ForeignName>{name || email}</ForeignName>
        {name && <span className="block text-sm text-muted">{email}</span>}
      </p>
      <p className="text-muted">
        {own
          ? "This is your account: you'll be signed out. Agent keys you"
          : "They'll be signed out everywhere. Agent keys they"}{" "}
        created in {organization ? <ForeignName>{organization.name}</ForeignName> : "an organization"} will be
        revoked; deployments stay. Signing in again creates a new account.
      </p>
    </ConfirmDialog>
  );
}

/** The columns of the accounts. */
export const accountColumns = (open: OpenDialog): Column<Account>[] => [
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
    cell: ({ email, unverified }) => <AccountEmail email={email} unverified={unverified} />,
  },
  {
    id: "organization",
    header: "Organization",
    width: "lg:w-[19%]",
    cell: ({ organization }) =>
      organization ? <Foreign className="break-words">{organization.name}</Foreign> : <Unknown why="None" />,
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
  actionsColumn<Account>(nameOrEmail, (account) =>
    rowActions(
      account,
      () => open((close) => <EditAccountDialog account={account} onClose={close} />),
      () => open((close) => <DeleteAccountDialog account={account} onClose={close} />),
      passkeyPlace() === undefined
        ? []
        : [
            {
              label: "Sign-in link",
              icon: KeyRound,
              opensDialog: true,
              onSelect: () => open((close) => <SignInLinkDialog account={account} onClose={close} />),
            },
          ],
    ),
  ),
];
