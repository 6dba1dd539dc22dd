import type { MemberActor } from "../access/actor.ts";
import type { MemberContext, Services } from "../access/context.ts";
import { organizationOfAccount } from "../access/scope.trusted.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { batchGetAll } from "../table/batch.ts";
import { sameDigest } from "../kit/hash.ts";
import type { Key } from "../table/keys.ts";
import type { Row } from "../table/row.ts";
import { accountKey, accountOfEmailKey, accountsOfEmail, everyAccount } from "./account.keys.ts";
import {
  type AccountRow,
  checkActive,
  checkGeneration,
  checkMember,
  endSessions,
  hashOfEmail,
  identityKind,
  keyOfIdentity,
  readAccount,
} from "./account.table.ts";

export type Account = AccountRow;

/** The actor for a request. The account is read at every request, so a changed role counts at once. */
export function actorOf({ id, organizationId, roles }: Account): MemberActor {
  return { kind: "member", accountId: id, organizationId: organizationId ?? null, roles };
}

/** The account's generation of sessions. Sessions of an earlier generation are invalid. */
export const generationOf = ({ sessionGeneration = 0 }: Account): number => sessionGeneration;

/** The membership of an account. What a person allowed for an earlier one has ended. */
export const membershipOf = ({ membership = 0 }: Account): number => membership;

/** Undefined for an account whose deletion has begun. */
function unlessDeleted(row: Row): Account | undefined {
  const account = readAccount(row);
  return account.deletedAt === undefined ? account : undefined;
}

/**
 * For a noun above that reads an account together with a row of its own. The caller's account is read at
 * every request, and a request of its own would cost a round trip. `read` returns undefined for an account
 * that is being deleted.
 */
export function accountForBatch(id: string): { key: Key; read: (row: Row) => Account | undefined } {
  return { key: accountKey(id), read: unlessDeleted };
}

/** Ends every session of the caller, however many there are, with one write. */
export async function endEverySession(ctx: MemberContext): Promise<void> {
  const { accountId: id } = ctx.actor;
  await ctx.table.transact([
    { update: accountKey(id), change: endSessions, when: [{ exists: true }] },
    auditRow(ctx, ownOrganization(ctx.actor), { action: "account.sessionsEnded", id }),
  ]);
}

/** A check for transactions that must fail when the account has left the organization, or has other roles. */
export const requireMember = checkMember;

/** A check for transactions that write a row of the account. It fails when the account is being deleted. */
export const requireAccount = checkActive;

/** A check for transactions that must fail when the person has ended all sessions since, or is being deleted. */
export const requireGeneration = checkGeneration;

/** The organization of an account; null for an account without one. */
export const organizationOf: (account: Account) => OrganizationId | null = organizationOfAccount;

/** The account of a user of the provider. Undefined when there is none, or none any more. */
export async function ofIdentity(services: Services, redisCloudId: string): Promise<Account | undefined> {
  const identity = await services.table.get(keyOfIdentity(redisCloudId));
  const account = identity && (await byId(services, identityKind.read(identity).accountId));
  return account?.redisCloudId === redisCloudId ? account : undefined;
}

/** An account by its id; undefined when it does not exist or is being deleted. */
export async function byId(services: Services, id: string): Promise<Account | undefined> {
  const row = await services.table.get(accountKey(id));
  return row && unlessDeleted(row);
}

/** The hash of any email, the same for every spelling. */
export const emailHash: (email: string) => string = hashOfEmail;

/** Whether there is any account. */
export async function hasAnybody(services: Services): Promise<boolean> {
  return (await services.table.find(everyAccount, { limit: 1 })).keys.length > 0;
}

/** The accounts that still exist, by id. Costs half an RCU for each in batches of a hundred. */
export async function findAccounts(
  services: Services,
  ids: readonly string[],
): Promise<Map<string, Account>> {
  const rows = await batchGetAll(services.table, ids.map(accountKey));
  return new Map(rows.map(readAccount).map((account) => [account.id, account]));
}

/**
 * The accounts with an email, regardless of its case and of spaces around it. A person can change their email
 * at the provider, and another person can take it over. So the account that signed in last comes first.
 */
export const byEmail = (services: Services, email: string): Promise<Account[]> =>
  byEmailHash(services, hashOfEmail(email));

/** The same by the hash of the email. */
export async function byEmailHash(services: Services, hash: string): Promise<Account[]> {
  const rows = await services.table.queryAll(accountsOfEmail(hash));
  const ids = rows.map(accountOfEmailKey);
  const accounts = (await batchGetAll(services.table, ids.map(accountKey))).map(readAccount);
  return accounts
    .filter((one) => one.deletedAt === undefined && sameDigest(hashOfEmail(one.email), hash))
    .toSorted((left, right) => right.lastLogin - left.lastLogin);
}

/** Of the accounts with one email: whose it is known to be. */
export const ownerIn = (accounts: readonly Account[]): Account | undefined =>
  accounts.find(({ unverified }) => !unverified);

/** The same, or without one, who signed in last. */
export const byProof = (accounts: readonly Account[]): Account | undefined =>
  ownerIn(accounts) ?? accounts[0];
