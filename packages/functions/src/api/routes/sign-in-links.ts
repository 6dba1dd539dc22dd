import { passkeyPlaceOf } from "@shardwatch/core/contract/people/passkey-place";
import {
  linkInput,
  linkQuestion,
  madeLink,
  signedInByLink,
  signInLink,
} from "@shardwatch/core/contract/people/sign-in-link";
import { problemBody } from "@shardwatch/core/contract/problem";
import { Secret } from "@shardwatch/core/kit/secret";
import { enterByLink, requireOwnSignIn } from "@shardwatch/core/own-sign-in/enter";
import { describeLink, linkForAccount } from "@shardwatch/core/own-sign-in/links";
import { hasPasskey } from "@shardwatch/core/passkey/passkey";
import { browserOf } from "../../http/browser.ts";
import { setProviderCookie } from "../../http/cookies.ts";
import { allow } from "../allow.ts";
import { answers, idParams, json, jsonBody, route, router } from "../route.ts";

/*
 * Sign-in without a provider, by links. The secret of a link is in the body only. The browser keeps it behind the "#"
 * of the address, so opening the address uses nothing up.
 */

const describe = route({
  ...allow.public,
  method: "post",
  path: "/sign-in/link/look",
  // It changes nothing.
  "x-audit": null,
  summary: "What a sign-in link is for; 404 where people sign in at a provider",
  request: { body: jsonBody(linkQuestion, "The link") },
  responses: {
    200: json(signInLink, "Whom it signs in"),
    ...answers.invalid,
    ...answers.notFound,
    ...answers.conflict,
  },
});

const use = route({
  ...allow.public,
  method: "post",
  path: "/sign-in/link",
  "x-audit": "account.signedIn",
  summary: "Sign in by a link, which works once; 404 where people sign in at a provider",
  request: { body: jsonBody(linkInput, "The link") },
  responses: {
    200: json(signedInByLink, "Our session cookie is set"),
    ...answers.invalid,
    ...answers.notFound,
    ...answers.conflict,
    429: json(problemBody, "Too many wrong links from this network; Retry-After says when"),
  },
});

const makeForAccount = route({
  ...allow.superAdmin,
  method: "post",
  path: "/accounts/{id}/sign-in-link",
  "x-audit": "account.linkMade",
  summary:
    "A sign-in link for somebody who has lost their passkeys, shown once; 404 where people sign in at a provider",
  request: { params: idParams },
  responses: { 201: json(madeLink, "The link"), ...answers.ofObject },
});

export const signInLinks = router()
  .openapi(describe, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    return c.json(await describeLink(ctx, new Secret(c.req.valid("json").token)), 200);
  })
  .openapi(use, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    const { token, email } = c.req.valid("json");
    const { account, session } = await enterByLink(ctx, browserOf(c, ctx), {
      token: new Secret(token),
      email,
    });
    setProviderCookie(c, ctx, session);
    const passkeys = passkeyPlaceOf(ctx.settings.webOrigin);
    return c.json({ passkeys, hasPasskey: await hasPasskey(ctx, account) }, 200);
  })
  .openapi(makeForAccount, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    return c.json(await linkForAccount(ctx, browserOf(c, ctx), c.req.valid("param").id), 201);
  });
