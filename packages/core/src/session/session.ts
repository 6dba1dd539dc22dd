import type { MemberActor } from "../access/actor.ts";
import { audit } from "../access/audit.ts";
import type { Services, MemberContext } from "../access/context.ts";
import { type Account, actorOf, accountForBatch, endEverySession, generationOf } from "../account/account.ts";
import { digest } from "../kit/hash.ts";
import { isId } from "../kit/ids.ts";
import { Secret } from "../kit/secret.ts";
import { minute } from "../kit/time.ts";
import { ConditionFailed, tryWrite } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import {
  sessionKey,
  belongsTo,
  expiry,
  isOf,
  type Owner,
  sessionKind,
  sessionRow,
  type SessionRow,
} from "./session.table.ts";

/** How long a session lives without being renewed, in milliseconds. */
export const sessionLifetime = 15 * minute;

/*
 * The cookie is `<accountId>.<secret>`, so that session and account are one read. Only a hash of the secret
 * is stored, so a dump of the table reveals no valid cookie.
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

const ownerOf = (account: Account): Owner => ({
  accountId: account.id,
  generation: generationOf(account),
});

/**
 * Starts a session and returns the cookie's value.
 * @param accompanying writes of the same transaction
 */
export async function open(
  services: Services,
  account: Account,
  accompanying: readonly Write[] = [],
): Promise<Secret> {
  const secret = Buffer.from(services.random.bytes(32)).toString("base64url");
  const expiresAt = services.clock.now() + sessionLifetime;
  const row = sessionRow(digest(secret), ownerOf(account), expiresAt);
  if (accompanying.length === 0) await services.table.put(row);
  else await services.table.transact([{ put: row }, ...accompanying]);
  return new Secret(`${account.id}.${secret}`);
}

/**
 * The person of a session cookie, as stored now; undefined when there is no such session, or when it has
 * ended.
 */
export async function recognize(services: Services, cookie: Secret): Promise<MemberActor | undefined> {
  const token = parse(cookie);
  if (!token) return undefined;
  const owner = accountForBatch(token.accountId);
  const [row, accountRow] = await services.table.batchGet([sessionKey(token.hash), owner.key]);
  const account = accountRow && owner.read(accountRow);
  const session = row && sessionKind.read(row);
  if (!session || !account || !belongsTo(session, ownerOf(account))) return undefined;
  // The expiry is checked here: DynamoDB removes expired rows only within days.
  return session.expiresAt > services.clock.now() ? actorOf(account) : undefined;
}

/**
 * Opens a session with a new secret and ends the browser's former one. So a secret that an attacker planted
 * or saw before the sign-in is useless. Undefined when the former session was ended with all others. Then the
 * person has to sign in at the provider again first.
 */
export async function replace(
  services: Services,
  account: Account,
  former: Secret | undefined,
  accompanying: readonly Write[],
): Promise<Secret | undefined> {
  const token = former && parse(former);
  const row = token && (await services.table.get(sessionKey(token.hash)));
  if (row && isEnded(sessionKind.read(row), account)) return undefined;
  const session = await open(services, account, accompanying);
  if (token) await services.table.remove(sessionKey(token.hash));
  return session;
}

/**
 * Extends the cookie's session if the account has it, and opens a new one otherwise. A secret that we did not
 * make never becomes a session. Undefined when the session was ended with all others.
 */
export async function renew(
  services: Services,
  account: Account,
  cookie: Secret | undefined,
): Promise<Secret | undefined> {
  const token = cookie && parse(cookie);
  if (!cookie || token?.accountId !== account.id) return await open(services, account);
  const set = expiry(services.clock.now() + sessionLifetime);
  try {
    await services.table.update(sessionKey(token.hash), { set }, isOf(ownerOf(account)));
    return cookie;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const row = error.row && sessionKind.read(error.row);
    return row && isEnded(row, account) ? undefined : await open(services, account);
  }
}

/** Whether a session of that account was ended with all others. */
function isEnded(session: SessionRow, account: Account): boolean {
  return session.accountId === account.id && !belongsTo(session, ownerOf(account));
}

/**
 * Ends every session of the caller in every browser, including those that are being opened at this moment.
 */
export async function closeAll(ctx: MemberContext): Promise<void> {
  const { accountId } = ctx.actor;
  await endEverySession(ctx);
  audit(ctx, "account.sessionsEnded", { accountId });
}

/**
 * Ends the session of a cookie. Harmless when it has ended. Returns whether it was open.
 * @param accompanying makes writes of the same transaction, for the account that the cookie names
 */
export async function close(
  services: Services,
  cookie: Secret,
  accompanying?: (accountId: string) => Promise<readonly Write[]>,
): Promise<boolean> {
  const token = parse(cookie);
  if (!token) return false;
  const session = { delete: sessionKey(token.hash), when: [{ exists: true }] } as const;
  const writes = await accompanying?.(token.accountId);
  const { table } = services;
  return await tryWrite(
    writes ? table.transact([session, ...writes]) : table.remove(session.delete, session.when),
  );
}
