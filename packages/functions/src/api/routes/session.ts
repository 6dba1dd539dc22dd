import { problemBody } from "@shardwatch/core/contract/problem";
import { signedOut, user } from "@shardwatch/core/contract/people/user";
import { refresh, signIn } from "@shardwatch/core/session/sign-in";
import { signOut, signOutEverywhere } from "@shardwatch/core/session/sign-out";
import { browserOf } from "../../http/browser.ts";
import { clearProviderCookie } from "../../http/cookies.ts";
import { allow, noToken } from "../allow.ts";
import { json, noContent, route, router } from "../route.ts";

const refused = {
  401: json(problemBody, "The provider does not know the session"),
  429: json(problemBody, "Too many sign-ins of this person or from this network; Retry-After says when"),
};

/** Only where the browser has to continue at the provider. */
const ended = {
  200: json(signedOut, "The cookie is cleared; the browser continues at this address of the provider"),
  204: { description: "The cookie is cleared" },
};

const login = route({
  ...allow.public,
  method: "post",
  path: "/auth/login",
  "x-audit": "account.signedIn",
  summary: "Turn the provider's session into ours; creates the account at the first time",
  responses: { 204: { description: "Our session cookie is set" }, ...refused },
});

const logout = route({
  ...allow.public,
  method: "post",
  path: "/auth/logout",
  "x-audit": "account.signedOut",
  summary: "End our session and the provider's",
  responses: ended,
});

const logoutEverywhere = route({
  ...allow.member(noToken),
  method: "post",
  path: "/auth/logout-everywhere",
  "x-audit": "account.sessionsEnded",
  summary: "End every session of the caller, in every browser, and the provider's in this one",
  description:
    "A browser whose session was ended so is refused at its next call and signed out at the provider as well. One that has let its " +
    "session expire before, and is still signed in at Redis Cloud, gets a new one without a password: those sessions are not ours to end. " +
    "A sign-in at an OpenID provider is ours, and ends too.",
  responses: ended,
});

const me = route({
  ...allow.public,
  method: "post",
  path: "/me",
  // It renews a session that a person opened before.
  "x-audit": null,
  summary:
    "The current user; asks the provider again and renews our session, or ends it when the provider says no",
  responses: { 200: json(user, "The current user"), ...refused },
});

export const session = router()
  .openapi(login, (c) => noContent(c, signIn(c.var.ctx, browserOf(c, c.var.ctx))))
  .openapi(logout, async (c) => {
    const continueAt = await signOut(c.var.ctx, browserOf(c, c.var.ctx));
    clearProviderCookie(c, c.var.ctx);
    return continueAt === undefined ? c.body(null, 204) : c.json({ continueAt }, 200);
  })
  .openapi(logoutEverywhere, async (c) => {
    const continueAt = await signOutEverywhere(c.var.ctx, browserOf(c, c.var.ctx));
    clearProviderCookie(c, c.var.ctx);
    return continueAt === undefined ? c.body(null, 204) : c.json({ continueAt }, 200);
  })
  .openapi(me, async (c) => c.json(await refresh(c.var.ctx, browserOf(c, c.var.ctx)), 200));
