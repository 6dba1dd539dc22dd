import type { RedirectSignIn } from "@shardwatch/core/ports/identity";
import { Problem } from "@shardwatch/core/kit/problem";
import { signInByRedirect, type RedirectResult } from "@shardwatch/core/session/redirect";
import * as z from "zod";
import { browserOf } from "../../http/browser.ts";
import {
  attemptCookie,
  clearAttemptCookie,
  setAttemptCookie,
  setProviderCookie,
} from "../../http/cookies.ts";
import { openIdPaths } from "../../openid-paths.ts";
import { allow } from "../allow.ts";
import { pageHeaders } from "../page.ts";
import { answers, route, router } from "../route.ts";
import { type SignInFault, signInFaultPage } from "../sign-in-page.ts";

/*
 * Sign-in by OpenID Connect. The browser opens both addresses itself, so failures are pages for people.
 */

const page = (description: string) => ({
  description,
  headers: z.object({ "content-security-policy": z.string() }),
  content: { "text/html": { schema: z.string() } },
});
const pages = {
  302: {
    description: "To the provider, or to the web application",
    headers: z.object({ location: z.string() }),
  },
  403: page("Nobody was signed in; the page says why and what to do"),
  503: page("The provider cannot be reached, refuses us, or gave an answer that cannot be used"),
  ...answers.notFound,
};

const start = route({
  ...allow.public,
  method: "get",
  path: openIdPaths.start,
  summary: "Begin a sign-in at the OpenID provider; 404 where people have a Redis Cloud account",
  request: { query: z.object({ returnTo: z.string().max(1_000).optional() }) },
  responses: { ...pages, ...answers.invalid },
});

const callback = route({
  ...allow.public,
  method: "get",
  path: openIdPaths.callback,
  summary: "End a sign-in: the OpenID provider sends the browser here",
  responses: { ...pages, 429: page("Too many sign-ins from this network have failed") },
});

/** Of faults that are not the person's; all others are 403. */
const statuses: Partial<Record<SignInFault, 429 | 503>> = {
  unavailable: 503,
  clientRefused: 503,
  unusable: 503,
  tooMany: 429,
};

function redirectOf(redirect: RedirectSignIn | undefined): RedirectSignIn {
  if (!redirect) throw new Problem("notFound", "There is no such path.");
  return redirect;
}

/** The path of the web application; its start page for anything that would leave it. */
export function pathWithin(origin: string, path: string): string {
  const isPath = /^\/(?![/\\])/.test(path) && URL.canParse(path, origin);
  const url = new URL(isPath ? path : "/", origin);
  return url.origin === origin ? url.href : `${origin}/`;
}

export const openId = router()
  .openapi(start, async (c) => {
    const { ctx } = c.var;
    const redirect = redirectOf(ctx.identity.redirect);
    const begun = await redirect.start(c.req.valid("query").returnTo ?? "/");
    if (begun.outcome === "unavailable") {
      ctx.log.warn("the provider cannot be asked", { reason: begun.reason });
      return c.text(await signInFaultPage(begun.fault ?? "unavailable", ctx.settings), 503, pageHeaders);
    }
    setAttemptCookie(c, ctx, redirect.attemptCookieName, begun.attempt, redirect.attemptLifetime);
    c.header("cache-control", "no-store");
    return c.redirect(begun.address, 302);
  })
  .openapi(callback, async (c) => {
    const { ctx } = c.var;
    const redirect = redirectOf(ctx.identity.redirect);
    const { attemptCookieName } = redirect;
    const { searchParams } = new URL(c.req.url);
    const result: RedirectResult = await signInByRedirect(ctx, browserOf(c, ctx), {
      redirect,
      query: searchParams,
      attempt: attemptCookie(c, attemptCookieName),
    });
    if (result.outcome === "refused") {
      const { fault } = result;
      return c.text(await signInFaultPage(fault, ctx.settings), statuses[fault] ?? 403, pageHeaders);
    }
    clearAttemptCookie(c, ctx, attemptCookieName);
    setProviderCookie(c, ctx, result.session);
    c.header("cache-control", "no-store");
    c.header("referrer-policy", "no-referrer");
    return c.redirect(pathWithin(ctx.settings.webOrigin, result.returnTo), 302);
  });
