import type { Services } from "../access/context.ts";
import { unlessBusy } from "../table/unless-busy.ts";
import type { Secret } from "../kit/secret.ts";
import type { Identity, IdentityAnswer, IdentityProvider } from "../ports/identity.ts";
import { keyOfOwnSession, lifetimeWithLinks, lifetimeWithPasskeys, readOwnSession } from "./own-session.ts";

interface OwnIdentityOptions extends Pick<Services, "table" | "clock"> {
  /** Whether cookies are for https only. */
  secure: boolean;
  /** Whether browsers allow passkeys at the web application's address. */
  passkeys: boolean;
}

/** People who are known here alone: they prove by a link or a passkey who they are. */
export function createOwnIdentity({ secure, passkeys, ...services }: OwnIdentityOptions): IdentityProvider {
  async function whoIs(session: Secret): Promise<IdentityAnswer> {
    const row = await readOwnSession(services, session);
    if (!row) return { outcome: "refused", asked: false };
    const { accountId, redisCloudId, email, firstName, lastName, generation = 0 } = row;
    const identity: Identity = { redisCloudId, email, firstName, lastName, company: undefined };
    return { outcome: "known", identity, generation, accountId };
  }

  return {
    // "__Host-" binds the cookie to this host, so that no neighbour can plant the cookie of its own sign-in.
    cookieName: `${secure ? "__Host-" : ""}shardwatch_own_session`,
    sessionLifetime: passkeys ? lifetimeWithPasskeys : lifetimeWithLinks,
    isOwn: true,
    whoIs: (session) =>
      unlessBusy(() => whoIs(session), { outcome: "unavailable", reason: "the storage is busy" }),
    async signOut(session) {
      await unlessBusy(() => services.table.remove(keyOfOwnSession(session)), undefined);
      return { asked: false };
    },
  };
}
