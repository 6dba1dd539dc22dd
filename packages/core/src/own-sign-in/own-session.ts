import type { Services } from "../access/context.ts";
import type { Account } from "../account/account.ts";
import { digest } from "../kit/hash.ts";
import { Secret } from "../kit/secret.ts";
import { day } from "../kit/time.ts";
import type { Write } from "../table/table.ts";
import { ownSessionKey, ownSessionKind, ownSessionRow, type OwnSessionRow } from "./own-session.table.ts";

/** How long a browser stays signed in where passkeys work, in milliseconds. One brings people back with a touch. */
export const lifetimeWithPasskeys = 7 * day;
/** The same where links are the only way in: each one costs a colleague's time. */
export const lifetimeWithLinks = 30 * day;

/**
 * A session for somebody who has just proven who they are. It counts once the write is done, in the transaction that
 * uses up the proof.
 */
export function newOwnSession(
  { clock, random, identity }: Services,
  account: Account,
): { session: Secret; write: Write } {
  const session = new Secret(Buffer.from(random.bytes(32)).toString("base64url"));
  const { id: accountId, redisCloudId, email, firstName, lastName, sessionGeneration: generation } = account;
  const now = clock.now();
  const put = ownSessionRow(digest(session.reveal()), {
    accountId,
    redisCloudId,
    email,
    firstName,
    lastName,
    generation,
    signedInAt: now,
    expiresAt: now + (identity.sessionLifetime ?? lifetimeWithPasskeys),
  });
  return { session, write: { put } };
}

/** Undefined for a session that does not exist or has ended. */
export async function readOwnSession(
  { table, clock }: Pick<Services, "table" | "clock">,
  session: Secret,
): Promise<OwnSessionRow | undefined> {
  if (!/^[\w-]{43}$/.test(session.reveal())) return undefined;
  const found = await table.get(keyOfOwnSession(session));
  const row = found && ownSessionKind.read(found);
  // The expiry is checked here: DynamoDB removes expired rows only within days.
  return row && row.expiresAt > clock.now() ? row : undefined;
}

/** Where the session of a cookie is. Only a hash of it is stored. */
export const keyOfOwnSession = (session: Secret) => ownSessionKey(digest(session.reveal()));
