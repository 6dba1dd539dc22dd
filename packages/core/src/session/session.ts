import type { MemberActor } from "../access/actor.ts";
import type { House } from "../access/context.ts";
import { type Account, actorOf, isAlive } from "../account/account.ts";
import { digest } from "../kit/hash.ts";
import { isId } from "../kit/ids.ts";
import { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";
import { accountKey, sessionKey } from "../table/keys.ts";
import { readSession, sessionRow } from "./session.table.ts";

/** How long a session lives without being renewed, in milliseconds. */
export const sessionLifetime = 15 * minute;

/*
 * The cookie is `<accountId>.<secret>`: with both in hand, session and account are one read. Only a hash of
 * the secret is stored, so a dump of the table opens nothing.
 */
interface Token {
  accountId: string;
  hash: string;
}

function parse(cookie: Secret): Token | undefined {
  const [accountId = "", secret = "", ...rest] = cookie.reveal().split(".");
  if (rest.length > 0 || !isId("account", accountId) || !/^[\w-]{43}$/.test(secret)) return undefined;
  return { accountId, hash: digest(secret) };
}

/** Starts a session and returns the cookie's value. */
export async function open(house: House, account: Account): Promise<Secret> {
  const secret = Buffer.from(house.random.bytes(32)).toString("base64url");
  await house.table.put(sessionRow(digest(secret), account.id, house.clock.now() + sessionLifetime));
  return new Secret(`${account.id}.${secret}`);
}

/** Who a cookie belongs to, as the database knows them now; undefined when it opens nothing (any more). */
export async function recognize(house: House, cookie: Secret): Promise<MemberActor | undefined> {
  const token = parse(cookie);
  if (!token) return undefined;
  const [session, account] = await house.table.batchGet([
    sessionKey(token.hash),
    accountKey(token.accountId),
  ]);
  if (!session || !account || !isAlive(account)) return undefined;
  const { accountId, expiresAt } = readSession(session);
  // The expiry is checked here: DynamoDB removes expired rows only within days.
  if (accountId !== token.accountId || expiresAt <= house.clock.now()) return undefined;
  return actorOf(account);
}

/**
 * Prolongs the account's own session when the cookie is a living one, and opens a new one otherwise:
 * a secret that we did not make never becomes a session.
 */
export async function renew(house: House, account: Account, cookie: Secret | undefined): Promise<Secret> {
  const token = cookie && parse(cookie);
  if (!cookie || token?.accountId !== account.id) return await open(house, account);
  const { pk, sk, accountId, ...expiry } = sessionRow(
    token.hash,
    account.id,
    house.clock.now() + sessionLifetime,
  );
  try {
    await house.table.update({ pk, sk }, { set: expiry }, [
      { attribute: "accountId", is: "=", value: accountId },
    ]);
    return cookie;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return await open(house, account);
  }
}

/** Makes a cookie useless. Harmless when it already is; returns whether it was one of ours until then. */
export async function close(house: House, cookie: Secret): Promise<boolean> {
  const token = parse(cookie);
  if (!token) return false;
  try {
    await house.table.remove(sessionKey(token.hash), [{ exists: true }]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return false;
  }
}
