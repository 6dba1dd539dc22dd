import type { MemberActor } from "../access/actor.ts";
import type { Services } from "../access/context.ts";
import { organizationOfAccount } from "../access/scope.account.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Key } from "../table/keys.ts";
import type { Row } from "../table/row.ts";
import { accountKey } from "./account.keys.ts";
import {
  type AccountRow,
  checkMember,
  endSessions,
  identityKind,
  keyOfIdentity,
  readAccount,
} from "./account.table.ts";

export type Account = AccountRow;

/** The actor for a request. The account is read at every request, so a changed role counts at once. */
export function actorOf({ id, organizationId, roles }: Account): MemberActor {
  return { kind: "member", accountId: id, organizationId: organizationId ?? null, roles };
}

/** The account's generation of sessions: sessions of a former one are over. */
export const generationOf = ({ sessionGeneration = 0 }: Account): number => sessionGeneration;

/** An account whose deletion has begun opens nothing. */
function living(row: Row): Account | undefined {
  const account = readAccount(row);
  return account.deletedAt === undefined ? account : undefined;
}

/**
 * For a noun above that reads an account together with a row of its own, in one request: who asks is read at every
 * request, and another request for the account would cost a round trip. `read` returns undefined for an account that is
 * being deleted.
 */
export function besideAnother(id: string): { key: Key; read: (row: Row) => Account | undefined } {
  return { key: accountKey(id), read: living };
}

/** Ends every session of an account, however many there are, with one write. */
export async function endEverySession(services: Services, id: string): Promise<void> {
  await services.table.update(accountKey(id), endSessions, [{ exists: true }]);
}

/** Goes into transactions that must not happen once somebody has left the organization, or has other roles. */
export const requireMember = checkMember;

/** The organization of an account; null for one without. */
export function organizationOf(account: Account): OrganizationId | null {
  return organizationOfAccount(account);
}

/** The account of somebody whom the provider knows; undefined when there is none (yet, or any more). */
export async function ofIdentity(services: Services, redisCloudId: string): Promise<Account | undefined> {
  const identity = await services.table.get(keyOfIdentity(redisCloudId));
  return identity && (await byId(services, identityKind.read(identity).accountId));
}

/** An account by its id; undefined when it is gone. */
export async function byId(services: Services, id: string): Promise<Account | undefined> {
  const row = await services.table.get(accountKey(id));
  return row && living(row);
}
