import type { OrganizationId } from "../access/scope.ts";
import { may, type Role } from "../contract/roles.ts";
import { plainEmail } from "../kit/email.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { digest } from "../kit/hash.ts";
import type { Change, Condition } from "../table/expression.ts";
import { accountKey, emailKey, everyAccount, identityKey, indexKeyOfAccount } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

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
  /** How often the person has ended all of their sessions; absent for never. Sessions of before are refused. */
  sessionGeneration?: number;
  /** When its deletion began, Unix epoch in milliseconds: from then on it opens nothing. */
  deletedAt?: number;
  /** The organization that it belonged to when its deletion began. */
  formerOrganizationId?: string;
}

/** Names that were stored before they were looked at are shown clean. */
export function readAccount(row: Row): AccountRow {
  const account = row as unknown as AccountRow;
  return { ...account, firstName: cleanText(account.firstName), lastName: cleanText(account.lastName) };
}

/** Where it stands whose account a user of the provider has. */
export const keyOfIdentity = (redisCloudId: string) => identityKey(digest(redisCloudId));

/** The same for every way of writing an email: no text that somebody typed is part of a key. */
export const hashOfEmail = (email: string): string => digest(plainEmail(email));

/** Every account stands in the index; super admins can be told by their sort keys there. */
export function indexed({ id, roles }: Pick<AccountRow, "id" | "roles">) {
  return { gsi1pk: everyAccount, gsi1sk: indexKeyOfAccount(id, may(roles, "useAdminArea")) };
}

/** Creates the account's row; fails when there is one. */
export function putAccount(account: AccountRow): Write {
  return {
    put: { ...accountKey(account.id), ...account, ...indexed(account) },
    when: [{ exists: false }],
  };
}

/** The change of an account's row that gives it these roles. */
export function setRoles(id: string, roles: Role[]): Change {
  return { set: { roles, ...indexed({ id, roles }) } };
}

/** The change of an account's row that ends every session that was opened before it. */
export const endSessions: Change = { add: { sessionGeneration: 1 } };

/** Holds while roles and organization are those that a decision was made by, and no deletion has begun. */
export function unchanged({ roles, organizationId }: AccountRow): Condition[] {
  return [
    { exists: true },
    { attribute: "roles", is: "=", value: roles },
    organizationId === undefined
      ? { attribute: "organizationId", absent: true }
      : { attribute: "organizationId", is: "=", value: organizationId },
    { attribute: "deletedAt", absent: true },
  ];
}

/** Holds while an account has the role, in that organization if one is named. */
export function hasRole(role: Role, organization?: OrganizationId): Condition[] {
  const here: Condition[] = organization
    ? [{ attribute: "organizationId", is: "=", value: organization }]
    : [];
  return [{ attribute: "roles", contains: role }, ...here];
}

/** Holds while the account belongs to the organization, and has these roles where they are named. */
export function checkMember(id: string, organization: OrganizationId, roles?: readonly Role[]): Write {
  return {
    check: accountKey(id),
    when: [
      { attribute: "organizationId", is: "=", value: organization },
      ...(roles ? [{ attribute: "roles", is: "=", value: roles } as const] : []),
    ],
  };
}

/** Binds a provider's user to an account; `before` is the account it was bound to, if any. */
export function putIdentity(redisCloudId: string, accountId: string, before: string | undefined): Write {
  return {
    put: { ...keyOfIdentity(redisCloudId), accountId },
    when: before === undefined ? [{ exists: false }] : [{ attribute: "accountId", is: "=", value: before }],
  };
}

/** The account is found by its email, whatever case and spaces it is written with. */
export function putEmail({ id, email }: Pick<AccountRow, "id" | "email">): Write {
  return { put: { ...emailKey(hashOfEmail(email), id) } };
}

/** From then on the account is not found by that email. */
export function deleteEmail({ id, email }: Pick<AccountRow, "id" | "email">): Write {
  return { delete: emailKey(hashOfEmail(email), id) };
}

/** Forgets whose account it was: at the next sign-in the person gets a new one. */
export function deleteIdentity(redisCloudId: string): Write {
  return { delete: keyOfIdentity(redisCloudId) };
}
