import type { Role } from "../contract/roles.ts";
import type { Change } from "../table/expression.ts";
import { accountKey, identityKey, superAdmins } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";
import { digest } from "../kit/hash.ts";

export interface AccountRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  redisCloudId: string;
  roles: Role[];
  organizationId?: string;
  /** Unix epoch in milliseconds. */
  lastLogin: number;
  createdAt: number;
}

export const readAccount = (row: Row): AccountRow => row as unknown as AccountRow;

export const keyOfIdentity = (redisCloudId: string) => identityKey(digest(redisCloudId));

/** Super admins stand in the index, so that it can be told whether there is one. */
function indexed({ id, roles }: Pick<AccountRow, "id" | "roles">) {
  return roles.includes("SUPER_ADMIN") ? { gsi1pk: superAdmins, gsi1sk: id } : {};
}

export function putAccount(account: AccountRow): Write {
  return {
    put: { ...accountKey(account.id), ...account, ...indexed(account) },
    when: [{ exists: false }],
  };
}

/** The change of an account's row that gives it these roles. */
export function setRoles(id: string, roles: Role[]): Change {
  const index = indexed({ id, roles });
  return { set: { roles, ...index }, ...(index.gsi1pk === undefined && { remove: ["gsi1pk", "gsi1sk"] }) };
}

/** Binds a provider's user to an account; `before` is the account it was bound to, if any. */
export function putIdentity(redisCloudId: string, accountId: string, before: string | undefined): Write {
  return {
    put: { ...keyOfIdentity(redisCloudId), accountId },
    when: before === undefined ? [{ exists: false }] : [{ attribute: "accountId", is: "=", value: before }],
  };
}
