import { type Account, ofIdentity } from "@shardwatch/core/account/account";
import { arrive } from "@shardwatch/core/account/arrive";
import { presentToSelf } from "@shardwatch/core/account/present";
import type { Context as HouseContext } from "@shardwatch/core/access/context";
import { user } from "@shardwatch/core/contract/user";
import { Problem } from "@shardwatch/core/kit/problem";
import type { Secret } from "@shardwatch/core/kit/secret";
import type { Identity } from "@shardwatch/core/ports/identity";
import {
  countInVain,
  countKnown,
  mayAsk,
  refuseTooMany,
  type Stranger,
} from "@shardwatch/core/session/sign-in-limits";
import { close, closeAll, renew, replace } from "@shardwatch/core/session/session";
import type { Context } from "hono";
import { addressOf } from "../address.ts";
import { allow } from "../allow.ts";
import { clearSessionCookie, providerCookie, sessionCookie, setSessionCookie } from "../cookies.ts";
import { json, route, router } from "../route.ts";
import { problemBody } from "@shardwatch/core/contract/problem";

const refused = {
  401: json(problemBody, "The provider does not know the session"),
  429: json(problemBody, "Too many sign-ins of this person or from this network; Retry-After tells when"),
};

const login = route({
  ...allow.public,
  method: "post",
  path: "/auth/login",
  summary: "Turn the provider's session into ours; creates the account at the first time",
  responses: { 204: { description: "Our session cookie is set" }, ...refused },
});

const logout = route({
  ...allow.public,
  method: "post",
  path: "/auth/logout",
  summary: "End our session and the provider's",
  responses: { 204: { description: "The cookie is cleared" } },
});

const logoutEverywhere = route({
  ...allow.member,
  method: "post",
  path: "/auth/logout-everywhere",
  summary: "End every session of the caller, in every browser, and the provider's in this one",
  description:
    "A browser whose session was ended so is refused at its next call and signed out at the provider as well. One that has let its " +
    "session expire before, and is still signed in at the provider, gets a new one without a password: the provider's sessions are not ours to end.",
  responses: { 204: { description: "The cookie is cleared" } },
});

const me = route({
  ...allow.public,
  method: "post",
  path: "/me",
  summary:
    "The current user; asks the provider again and renews our session, or ends it when the provider says no",
  responses: { 200: json(user, "The current user"), ...refused },
});

const pleaseSignIn = () => new Problem("unauthenticated", "Please sign in.");

/** The caller by what they bring along; undefined without a cookie of the provider. */
function strangerOf(c: Context, ctx: HouseContext): Stranger | undefined {
  const cookie = providerCookie(c, ctx);
  return cookie && { address: addressOf(c), cookie };
}

/**
 * Who the provider says it is. Throws unauthenticated when it says no, unavailable when it cannot be asked, tooMany
 * when it was asked too often for this person or network.
 */
async function askProvider(c: Context, ctx: HouseContext): Promise<Identity> {
  const stranger = strangerOf(c, ctx);
  if (!stranger) throw pleaseSignIn();
  await refuseTooMany(ctx, stranger);
  const answer = await ctx.identity.whoIs(stranger.cookie);
  if (answer.outcome === "known") {
    await countKnown(ctx, stranger, answer.identity.redisCloudId);
    return answer.identity;
  }
  if (answer.outcome === "refused") {
    await countInVain(ctx, stranger);
    throw pleaseSignIn();
  }
  ctx.log.warn("the provider cannot be asked", { reason: answer.reason });
  throw new Problem("unavailable", "The sign-in service cannot be reached. You are still signed in.", {
    code: "PROVIDER_UNAVAILABLE",
    retryAfterSeconds: 10,
  });
}

/** Whoever had a session of ours is signed out in any case; of others a flood must not reach the provider. */
async function signOutAtProvider(ctx: HouseContext, stranger: Stranger, known: boolean): Promise<void> {
  if (!known) {
    if (!(await mayAsk(ctx, stranger))) return;
    await countInVain(ctx, stranger);
  }
  await ctx.identity.signOut(stranger.cookie);
}

/**
 * Ends what this browser has of ours, for somebody whom the provider does not know any more. One that has signed in anew
 * meanwhile loses the new cookie as well, and gets another one with the next renewal.
 */
async function forget(c: Context, ctx: HouseContext): Promise<void> {
  const ours = sessionCookie(c, ctx);
  if (!ours) return;
  clearSessionCookie(c, ctx);
  await close(ctx, ours);
}

/** Gives the browser the session, or refuses it where all sessions were ended: then the provider's has to end as well. */
async function admit(c: Context, ctx: HouseContext, session: Secret | undefined): Promise<void> {
  if (session) return setSessionCookie(c, ctx, session);
  const stranger = strangerOf(c, ctx);
  if (stranger) await ctx.identity.signOut(stranger.cookie);
  await forget(c, ctx);
  throw pleaseSignIn();
}

export const session = router()
  .openapi(login, async (c) => {
    const { ctx } = c.var;
    const account = await arrive(ctx, await askProvider(c, ctx));
    await admit(c, ctx, await replace(ctx, account, sessionCookie(c, ctx)));
    return c.body(null, 204);
  })
  .openapi(logout, async (c) => {
    const { ctx } = c.var;
    const [ours, stranger] = [sessionCookie(c, ctx), strangerOf(c, ctx)];
    clearSessionCookie(c, ctx);
    const known = ours !== undefined && (await close(ctx, ours));
    if (stranger) await signOutAtProvider(ctx, stranger, known);
    return c.body(null, 204);
  })
  .openapi(logoutEverywhere, async (c) => {
    const { ctx } = c.var;
    await closeAll(ctx);
    await forget(c, ctx);
    const stranger = strangerOf(c, ctx);
    if (stranger) await ctx.identity.signOut(stranger.cookie);
    return c.body(null, 204);
  })
  .openapi(me, async (c) => {
    const { ctx } = c.var;
    const account = await knownAccount(c, ctx).catch(async (error: unknown) => {
      if (error instanceof Problem && error.kind === "unauthenticated") await forget(c, ctx);
      throw error;
    });
    await admit(c, ctx, await renew(ctx, account, sessionCookie(c, ctx)));
    return c.json(await presentToSelf(ctx, account), 200);
  });

async function knownAccount(c: Context, ctx: HouseContext): Promise<Account> {
  const { redisCloudId } = await askProvider(c, ctx);
  const account = await ofIdentity(ctx, redisCloudId);
  if (!account) throw pleaseSignIn();
  return account;
}
