import type { Account } from "@shardwatch/core/contract/people/account";
import { deleteAccount } from "../../api/people/accounts.ts";
import { useUser } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/popup/ConfirmDialog.tsx";
import { ForeignName } from "../../ui/text/Foreign.tsx";
import { fullName } from "../../lib/words/person-name.ts";

/** Confirms the deletion of an account, and lists what is deleted with it. */
export function DeleteAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
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
