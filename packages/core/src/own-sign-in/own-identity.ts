import { digest } from "../kit/hash.ts";
import { Problem } from "../kit/problem.ts";
import { Secret } from "../kit/secret.ts";
import { day } from "../kit/time.ts";
import type { Clock } from "../ports/clock.ts";
import type { Identity, IdentityAnswer, IdentityProvider, OwnSignIn } from "../ports/identity.ts";
import type { Random } from "../ports/random.ts";
import type { Table } from "../table/table.ts";
import { ownSessionKey, ownSessionKind, ownSessionRow, type OwnSessionRow } from "./own-session.table.ts";

/** How long a browser stays signed in, in milliseconds. A passkey brings people back with one touch. */
const lifetimeWithPasskeys = 7 * day;
/** The same where links are the only way in: each one costs a colleague's time. */
const lifetimeWithLinks = 30 * day;

interface OwnIdentityOptions {
  table: Table;
  clock: Clock;
  random: Random;
  /** Whether cookies are for https only. */
  secure: boolean;
  /** Whether browsers allow passkeys at the web application's address. */
  passkeys: boolean;
}

/** People who are known here alone: they prove by a link or a passkey who they are. */
export function createOwnIdentity({
  table,
  clock,
  random,
  secure,
  passkeys,
}: OwnIdentityOptions): IdentityProvider {
  const keyOf = (session: Secret) => ownSessionKey(digest(session.reveal()));
  const sessionLifetime = passkeys ? lifetimeWithPasskeys : lifetimeWithLinks;

  async function read(session: Secret): Promise<OwnSessionRow | undefined> {
    if (!/^[\w-]{43}$/.test(session.reveal())) return undefined;
    const found = await table.get(keyOf(session));
    const row = found && ownSessionKind.read(found);
    // The expiry is checked here: DynamoDB removes expired rows only within days.
    return row && row.expiresAt > clock.now() ? row : undefined;
  }

  async function whoIs(session: Secret): Promise<IdentityAnswer> {
    const row = await read(session);
    if (!row) return { outcome: "refused", asked: false };
    const { redisCloudId, email, firstName, lastName, generation = 0 } = row;
    const identity: Identity = { redisCloudId, email, firstName, lastName, company: undefined };
    return { outcome: "known", identity, generation };
  }

  const own: OwnSignIn = {
    open({ redisCloudId, email, firstName, lastName }, generation) {
      const session = new Secret(Buffer.from(random.bytes(32)).toString("base64url"));
      const now = clock.now();
      const put = ownSessionRow(digest(session.reveal()), {
        redisCloudId,
        email,
        firstName,
        lastName,
        generation: generation > 0 ? generation : undefined,
        signedInAt: now,
        expiresAt: now + sessionLifetime,
      });
      return { session, write: { put } };
    },
    signedInAt: async (session) => (await read(session))?.signedInAt,
  };

  return {
    // "__Host-" binds the cookie to this host, so that no neighbour can plant the cookie of its own sign-in.
    cookieName: `${secure ? "__Host-" : ""}shardwatch_own_session`,
    sessionLifetime,
    whoIs: async (session) => {
      try {
        return await whoIs(session);
      } catch (error) {
        if (!(error instanceof Problem) || error.kind !== "unavailable") throw error;
        return { outcome: "unavailable", reason: "the storage is busy" };
      }
    },
    async signOut(session) {
      await table.remove(keyOf(session));
      return { asked: false };
    },
    own,
  };
}
