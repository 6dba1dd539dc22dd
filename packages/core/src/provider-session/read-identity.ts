import { setTimeout as sleep } from "node:timers/promises";
import type { Secret } from "../kit/secret.ts";
import { minute, second } from "../kit/time.ts";
import type { Clock } from "../ports/clock.ts";
import type { Identity, IdentityAnswer } from "../ports/identity.ts";
import type { Log } from "../ports/log.ts";
import type { OpenIdAnswer, OpenIdClient } from "../ports/openid.ts";
import { type ClaimRules, personOf } from "./person.ts";
import type { Opened, providerSessions } from "./rows.ts";

/** An answer of the provider counts for so long, in milliseconds. */
export const countsFor = minute;
/** Longer than a renewal takes, which is up to three calls. */
const leaseTime = 20 * second;
const patience = 6 * second;
const pause = 200;

/** An answer that no row can hold. */
export const tooLarge = {
  outcome: "unavailable",
  reason: "what the provider says of a person is too long to be stored: too many groups",
  fault: "tooLarge",
} as const;

interface Parts {
  client: OpenIdClient;
  sessions: ReturnType<typeof providerSessions>;
  rules: ClaimRules;
  clock: Clock;
  log: Log;
}

/**
 * Who a session belongs to. The provider is asked again when its last answer is older than a minute. One
 * request asks, and the others wait for it. Some providers take a refresh token that comes twice for a stolen
 * one, and end the session.
 */
export function createIdentityReader({ client, sessions, rules, clock, log }: Parts) {
  const refused = (asked: boolean): IdentityAnswer => ({ outcome: "refused", asked });

  async function readIdentity(session: Secret): Promise<IdentityAnswer> {
    for (let waited = 0; waited <= patience; waited += pause) {
      const opened = await sessions.open(session);
      if (!opened) return refused(false);
      const isRecent = clock.now() - opened.row.askedAt < countsFor;
      if (isRecent || !opened.kept.refreshToken) return answerOf(opened);
      if (await sessions.takeLease(session, opened.row, leaseTime)) return await ask(session, opened);
      await sleep(pause);
    }
    return { outcome: "unavailable", reason: "another request has been asking the provider for too long" };
  }

  function answerOf({ kept, row }: Opened): IdentityAnswer {
    const person = personOf(kept.claims, rules);
    return person.outcome === "known" ? known(person.identity, row) : refused(false);
  }

  async function ask(session: Secret, opened: Opened): Promise<IdentityAnswer> {
    const { refreshToken, tokenClaims } = opened.kept;
    if (!refreshToken) return refused(false);
    return await settle(session, opened, await client.renew(refreshToken, tokenClaims));
  }

  async function settle(
    session: Secret,
    { kept, row }: Opened,
    answer: OpenIdAnswer,
  ): Promise<IdentityAnswer> {
    if (answer.outcome === "unavailable") {
      const { reason, fault, refreshToken } = answer;
      await sessions.endLease(session, refreshToken && { ...kept, refreshToken });
      return { outcome: "unavailable", reason, fault };
    }
    if (answer.outcome === "refused") return await finish(session, answer.reason);
    const { grant } = answer;
    const person = personOf(grant.claims, rules);
    if (person.outcome === "refused") return await finish(session, person.fault);
    const next = { ...grant, idToken: grant.idToken ?? kept.idToken };
    const end = await sessions.endLease(session, next, clock.now());
    if (end !== "tooLong") return end === "stored" ? known(person.identity, row) : refused(true);
    // What was known before stays, and the new token: the former one may be used up.
    await sessions.endLease(session, { ...kept, refreshToken: grant.refreshToken });
    return tooLarge;
  }

  async function finish(session: Secret, reason: string): Promise<IdentityAnswer> {
    log.info("the provider has ended a session", { reason });
    await sessions.remove(session);
    return refused(true);
  }

  return readIdentity;
}

const known = (identity: Identity, { generation = 0 }: Opened["row"]): IdentityAnswer => ({
  outcome: "known",
  identity,
  generation,
});
