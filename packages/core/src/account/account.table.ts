import type { Role } from "../contract/roles.ts";
import { accountKey, identityKey } from "../table/keys.ts";
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

export function putAccount(account: AccountRow): Write {
  return { put: { ...accountKey(account.id), ...account }, when: [{ exists: false }] };
}

/** Binds a provider's user to an account; `before` is the account it was bound to, if any. */
export function putIdentity(redisCloudId: string, accountId: string, before: string | undefined): Write {
  return {
    put: { ...keyOfIdentity(redisCloudId), accountId },
    when: before === undefined ? [{ exists: false }] : [{ attribute: "accountId", is: "=", value: before }],
  };
}
