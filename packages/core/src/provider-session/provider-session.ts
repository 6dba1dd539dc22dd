import type { Secret } from "../kit/secret.ts";
import type {
  IdentityProvider,
  RedirectEnd,
  RedirectFault,
  RedirectSignIn,
  SignedOut,
} from "../ports/identity.ts";
import type { Log } from "../ports/log.ts";
import type { OpenIdClient } from "../ports/openid.ts";
import { unlessBusy } from "../table/unless-busy.ts";
import { attemptLifetime, attemptOf, beginAttempt } from "./attempt.ts";
import { createIdentityReader, tooLarge } from "./read-identity.ts";
import { type ClaimRules, personOf } from "./person.ts";
import { type Foundation, providerSessionLifetime, providerSessions } from "./rows.ts";

export interface ProviderSessionOptions extends Foundation {
  log: Log;
  client: OpenIdClient;
  rules: ClaimRules;
  /** Whether cookies are for https only. On one machine's localhost they are not. */
  secure: boolean;
}

const busy = { outcome: "unavailable", reason: "the storage is busy" } as const;

/** People of an OpenID provider: a session of ours stands for the grant that the provider gave. */
export function createOpenIdIdentity(options: ProviderSessionOptions): IdentityProvider {
  const { client, rules, clock, random, log, secure } = options;
  const sessions = providerSessions(options, rules);
  const readIdentity = createIdentityReader({ client, sessions, rules, clock, log });
  // "__Host-" binds a cookie to this host, so that no neighbour can plant the cookie of its own sign-in.
  const named = (name: string) => `${secure ? "__Host-" : ""}shardwatch_${name}`;

  async function signOut(session: Secret): Promise<SignedOut> {
    const found = await sessions.open(session);
    if (!found) return { asked: false };
    await sessions.remove(session);
    const { refreshToken, idToken } = found.kept;
    if (refreshToken) await client.revoke(refreshToken);
    return { asked: true, continueAt: await client.endAddress(idToken) };
  }

  async function finish(
    query: URLSearchParams,
    cookie: Secret | undefined,
    former: Secret | undefined,
  ): Promise<RedirectEnd> {
    const attempt = attemptOf(cookie, query.get("state"), clock.now());
    if (!attempt)
      return {
        ...refused("notBegun", false),
        reason: "the answer fits no attempt of this browser",
      };
    const answer = await client.redeem(query, attempt.values);
    if (answer.outcome === "unavailable") {
      const { reason, fault } = answer;
      return { outcome: "unavailable", reason, fault };
    }
    if (answer.outcome === "refused")
      return { ...refused(answer.denied ? "denied" : "invalid", answer.asked), reason: answer.reason };
    const person = personOf(answer.grant.claims, rules);
    if (person.outcome === "refused") return { ...refused(person.fault, true), reason: person.fault };
    const session = await sessions.create(answer.grant);
    if (!session) return tooLarge;
    if (former) await sessions.remove(former);
    return { outcome: "signedIn", session, returnTo: attempt.returnTo };
  }

  const redirect: RedirectSignIn = {
    attemptCookieName: named("sign_in"),
    attemptLifetime,
    start: async (returnTo) => {
      const { values, cookie } = beginAttempt(random.bytes(32), clock.now(), returnTo);
      const begun = await client.begin(values);
      return begun.outcome === "ready" ? { ...begun, attempt: cookie } : begun;
    },
    finish: (query, attempt, former) => unlessBusy(() => finish(query, attempt, former), busy),
    remember: (session, generation) => sessions.remember(session, generation),
  };

  return {
    cookieName: named("provider_session"),
    sessionLifetime: providerSessionLifetime,
    whoIs: (session) => unlessBusy(() => readIdentity(session), busy),
    signOut: (session) => unlessBusy(() => signOut(session), { asked: false }),
    redirect,
  };
}

const refused = (fault: RedirectFault, asked: boolean) => ({ outcome: "refused", fault, asked }) as const;
