import type { MemberActor } from "../access/actor.ts";
import type { House } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { accountKey } from "../table/keys.ts";
import type { Row } from "../table/table.ts";
import { type AccountRow, checkMember, endSessions, keyOfIdentity, readAccount } from "./account.table.ts";

export type Account = AccountRow;

/** Who an account's row makes a request act as. Read at every request, so that a changed role counts at once. */
export function actorOf(row: Row): MemberActor {
  const { id, organizationId = null, roles } = readAccount(row);
  return { kind: "member", accountId: id, organizationId, roles };
}

/** Whether an account's row opens anything: not from the moment on in which its deletion begins. */
export const isAlive = (row: Row): boolean => readAccount(row).deletedAt === undefined;

/** To which generation of sessions an account has come: sessions of a former one are over. */
export const generationOf = (row: Row): number => readAccount(row).sessionGeneration ?? 0;

/** Ends every session of an account, however many there are, with one write. */
export async function endEverySession(house: House, id: string): Promise<void> {
  await house.table.update(accountKey(id), endSessions, [{ exists: true }]);
}

/** Goes into transactions that must not happen once somebody has left the organization, or has other roles. */
export const stillMember = checkMember;

/** The organization of an account; null for one without. */
export function organizationOf(account: Account): OrganizationId | null {
  return ownOrganization(actorOf({ ...account }));
}

/** The account of somebody whom the provider knows; undefined when there is none (yet, or any more). */
export async function ofIdentity(house: House, redisCloudId: string): Promise<Account | undefined> {
  const identity = await house.table.get(keyOfIdentity(redisCloudId));
  return identity && (await byId(house, identity["accountId"] as string));
}

/** An account by its id; undefined when it is gone. */
export async function byId(house: House, id: string): Promise<Account | undefined> {
  const row = await house.table.get(accountKey(id));
  return row && isAlive(row) ? readAccount(row) : undefined;
}
