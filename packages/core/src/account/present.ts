import type { Account as ShownAccount } from "../contract/account.ts";
import type { AccountRow } from "./account.table.ts";

/** An account as administrators see it; its organization has that name, or is not there. */
export function present(account: AccountRow, organizationName: string | undefined): ShownAccount {
  const { id, firstName, lastName, email, roles, organizationId, lastLogin, deletedAt } = account;
  return {
    id,
    firstName,
    lastName,
    email,
    organization:
      organizationId === undefined || organizationName === undefined
        ? null
        : { id: organizationId, name: organizationName },
    roles,
    lastLogin: new Date(lastLogin).toISOString(),
    deleting: deletedAt !== undefined,
  };
}
