import type { Services } from "../access/context.ts";
import { plainEmail } from "../kit/email.ts";
import type { Identity } from "../ports/identity.ts";
import type { Write } from "../table/table.ts";
import { ConditionFailed } from "../table/errors.ts";
import { accountKey } from "./account.keys.ts";
import { type Account, byId, generationOf } from "./account.ts";
import {
  bindTo,
  deleteIdentity,
  endSessions,
  identityKind,
  keyOfIdentity,
  putIdentity,
  unchanged,
  verified,
} from "./account.table.ts";

/** The account that this user has or had, and the account itself if it is there still, and still theirs. */
export async function boundTo(services: Services, redisCloudId: string) {
  const bound = await services.table.get(keyOfIdentity(redisCloudId));
  const accountId = bound && identityKind.read(bound).accountId;
  const account = accountId === undefined ? undefined : await byId(services, accountId);
  return { accountId, account: account?.redisCloudId === redisCloudId ? account : undefined };
}

/** The id of a person who is known here alone. Those of providers never begin like this. */
export const ownIdentity = (email: string): string => `email ${plainEmail(email)}`;

/**
 * Gives a new user of a provider the account that was theirs while people signed in by links. The provider says that
 * the email is theirs, and so did those who run this installation. From then on the provider decides: links, passkeys
 * and sessions of before end. Undefined where there was none, and for who only holds a copied link.
 * @param before the account that the user had before, if any
 */
export async function adopt(
  services: Services,
  { redisCloudId, email, isUnverified }: Identity,
  before: string | undefined,
): Promise<Account | undefined> {
  const own = ownIdentity(email);
  if (redisCloudId === own || isUnverified) return undefined;
  const { account } = await boundTo(services, own);
  if (!account) return undefined;
  const change = { ...bindTo(redisCloudId), ...endSessions };
  await services.table.transact([
    putIdentity(redisCloudId, account.id, before),
    deleteIdentity(own),
    { update: accountKey(account.id), change, when: unchanged(account) },
  ]);
  return { ...account, redisCloudId, sessionGeneration: generationOf(account) + 1 };
}

/**
 * Makes the email of an account a verified one. Nobody knows who has used the account before: its sessions, links and
 * passkeys end, and so do invitations that it has sent. Fails when the account has changed, and when another one of this
 * email was verified in between.
 * @param proof writes that use the proof up
 */
export async function verifyEmail(
  services: Services,
  account: Account,
  proof: readonly Write[],
): Promise<Account> {
  const redisCloudId = ownIdentity(account.email);
  const { accountId: before, account: other } = await boundTo(services, redisCloudId);
  if (other) throw new ConditionFailed();
  const verifiedAt = services.clock.now();
  await services.table.transact([
    ...proof,
    putIdentity(redisCloudId, account.id, before),
    deleteIdentity(account.redisCloudId),
    {
      update: accountKey(account.id),
      change: { ...verified(redisCloudId, verifiedAt), ...endSessions },
      when: unchanged(account),
    },
  ]);
  const { unverified: _, ...rest } = account;
  return { ...rest, redisCloudId, verifiedAt, sessionGeneration: generationOf(account) + 1 };
}
