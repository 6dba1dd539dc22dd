import type { OrganizationId } from "../access/scope.ts";
import { may, type Role } from "../contract/people/roles.ts";
import { plainEmail } from "../kit/email.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { digest } from "../kit/hash.ts";
import type { Change, Condition } from "../table/expression.ts";
import { list, mark, number, optional, text } from "../table/field.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { accountKey, emailKey, everyAccount, identityKey, indexKeyOfAccount } from "./account.keys.ts";

export const accountKind = new RowKind("account", 1, {
  id: text(),
  email: text(),
  firstName: text(),
  lastName: text(),
  redisCloudId: text(),
  roles: list(text<Role>()),
  organizationId: optional(text()),
  /** Present when a group of the configuration file has put it into its organization. */
  placedBy: optional(text<"file">()),
  /** Unix epoch in milliseconds. */
  lastLogin: number(),
  createdAt: number(),
  /** How often the person has ended all of their sessions; absent for never. Older sessions are refused. */
  sessionGeneration: optional(number()),
  /** How often the person has come into an organization or left one; absent for never. */
  membership: optional(number()),
  /** Set while nobody but a copied link says that the email is the person's. */
  unverified: mark(),
  /** When the email of such an account was proven, Unix epoch in milliseconds. Somebody else may have used it before. */
  verifiedAt: optional(number()),
  /** When its deletion began, Unix epoch in milliseconds. From then on nobody can use the account. */
  deletedAt: optional(number()),
  /** The organization that it belonged to when its deletion began. */
  formerOrganizationId: optional(text()),
});

export type AccountRow = RowOf<typeof accountKind>;

/** Maps a user of the provider to the account. */
export const identityKind = new RowKind("identity", 1, { accountId: text() });

/** Maps an email to an account. Its key holds everything. */
export const emailKind = new RowKind("email", 1, {});

/** Cleans the names: some were stored before names were checked. */
export function readAccount(row: Row): AccountRow {
  const account = accountKind.read(row);
  return { ...account, firstName: cleanText(account.firstName), lastName: cleanText(account.lastName) };
}

/** The key of the row that maps a user of the provider to the account. */
export const keyOfIdentity = (redisCloudId: string) => identityKey(digest(redisCloudId));

/** The same hash for every spelling of an email. Keys contain no text that a person typed. */
export const hashOfEmail = (email: string): string => digest(plainEmail(email));

/** Puts an account into the index. There, sort keys distinguish super admins from others. */
export function indexed({ id, roles }: Pick<AccountRow, "id" | "roles">) {
  return { gsi1pk: everyAccount, gsi1sk: indexKeyOfAccount(id, may(roles, "useAdminArea")) };
}

/** Creates the account's row. Fails when there is one. */
export function putAccount(account: AccountRow): Write {
  return {
    put: { ...accountKey(account.id), ...accountKind.write(account), ...indexed(account) },
    when: [{ exists: false }],
  };
}

/** The change of an account's row that sets its roles. */
export function setRoles(id: string, roles: Role[]): Change {
  return { set: { ...accountKind.changes({ roles }), ...indexed({ id, roles }) } };
}

/** The change of an account's row that ends every session that was opened before it. */
export const endSessions: Change = { add: { [accountKind.attribute.sessionGeneration]: 1 } };

const entered: Change = { add: { [accountKind.attribute.membership]: 1 } };

/**
 * The change of an account's row that puts it into an organization with these roles.
 * @param placedBy present when a group of the configuration file does it
 */
export function assign(
  { id, organizationId: before }: Pick<AccountRow, "id" | "organizationId">,
  organizationId: OrganizationId,
  roles: Role[],
  placedBy?: AccountRow["placedBy"],
): Change {
  return {
    set: { ...setRoles(id, roles).set, ...accountKind.changes({ organizationId, placedBy }) },
    remove: placedBy ? [] : [accountKind.attribute.placedBy],
    ...(before !== organizationId && entered),
  };
}

/** The change of an account's row that removes it from its organization and leaves it these roles. */
export function release(id: string, roles: Role[]): Change {
  const { organizationId, placedBy } = accountKind.attribute;
  return { ...setRoles(id, roles), remove: [organizationId, placedBy], ...entered };
}

/** The change of an account's row that begins its deletion. */
export function markDeleted(
  id: string,
  deletedAt: number,
  formerOrganizationId: OrganizationId | undefined,
): Change {
  const { set, ...rest } = release(id, []);
  return { set: { ...set, ...accountKind.changes({ deletedAt, formerOrganizationId }) }, ...rest };
}

/** The change of an account's row at a sign-in. */
export function noteLogin(
  account: AccountRow,
  current: Pick<AccountRow, "email" | "firstName" | "lastName" | "lastLogin">,
): Change {
  return { set: { ...accountKind.changes(current), ...indexed(account) } };
}

/** The change of an account's row that gives it to a user of a provider. */
export const bindTo = (redisCloudId: string): Change => ({ set: accountKind.changes({ redisCloudId }) });

/** The change of an account's row whose email is the person's. */
export const verified = (redisCloudId: string, verifiedAt: number): Change => ({
  set: accountKind.changes({ redisCloudId, verifiedAt }),
  remove: [accountKind.attribute.unverified],
});

/** Holds while roles and organization are the same as in this row, and no deletion has begun. */
export function unchanged({ roles, organizationId }: AccountRow): Condition[] {
  return [{ exists: true }, ...accountKind.equals({ roles, organizationId, deletedAt: undefined })];
}

/** Holds while an account has the role; in that organization, if one is given. */
export function hasRole(needed: Role, organization?: OrganizationId): Condition[] {
  const here = organization ? accountKind.equals({ organizationId: organization }) : [];
  return [{ attribute: accountKind.attribute.roles, contains: needed }, ...here];
}

/** Holds while the account belongs to the organization; with exactly these roles, if they are given. */
export function checkMember(id: string, organization: OrganizationId, roles?: readonly Role[]): Write {
  const when = accountKind.equals({
    organizationId: organization,
    ...(roles && { roles: [...roles] }),
  });
  return { check: accountKey(id), when };
}

/** Holds while the account exists and no deletion has begun. */
export function checkActive(id: string): Write {
  return { check: accountKey(id), when: [{ exists: true }, ...accountKind.equals({ deletedAt: undefined })] };
}

/** Holds while the account exists, no deletion has begun, and its sessions are of this generation. */
export function checkGeneration(id: string, generation: number): Write {
  const sessionGeneration = generation > 0 ? generation : undefined;
  const when = accountKind.equals({ deletedAt: undefined, sessionGeneration });
  return { check: accountKey(id), when: [{ exists: true }, ...when] };
}

/**
 * Maps a user of the provider to an account.
 * @param before the account that the user had before, if any
 */
export function putIdentity(redisCloudId: string, accountId: string, before: string | undefined): Write {
  return {
    put: { ...keyOfIdentity(redisCloudId), ...identityKind.write({ accountId }) },
    when: before === undefined ? [{ exists: false }] : identityKind.equals({ accountId: before }),
  };
}

/** Makes the account findable by its email, regardless of case and of spaces around it. */
export function putEmail({ id, email }: Pick<AccountRow, "id" | "email">): Write {
  return { put: { ...emailKey(hashOfEmail(email), id), ...emailKind.write({}) } };
}

/** Makes the account no longer findable by that email. */
export function deleteEmail({ id, email }: Pick<AccountRow, "id" | "email">): Write {
  return { delete: emailKey(hashOfEmail(email), id) };
}

/** Removes the user's account: the next sign-in creates a new one. */
export function deleteIdentity(redisCloudId: string): Write {
  return { delete: keyOfIdentity(redisCloudId) };
}
