import type { Services } from "@shardwatch/core/access/context";
import {
  newPasskey,
  newPasskeyQuestion,
  passkey,
  passkeyAnswer,
  passkeyChange,
  passkeyList,
  passkeyQuestion,
} from "@shardwatch/core/contract/people/passkey";
import { problemBody } from "@shardwatch/core/contract/problem";
import type { Secret } from "@shardwatch/core/kit/secret";
import { requireOwnSignIn } from "@shardwatch/core/own-sign-in/enter";
import { addPasskey, beginAdding } from "@shardwatch/core/passkey/add";
import { attemptLifetime } from "@shardwatch/core/passkey/attempt";
import { beginEntering, enterByPasskey } from "@shardwatch/core/passkey/enter";
import { listPasskeys, removePasskey, renamePasskey } from "@shardwatch/core/passkey/passkey";
import type { Context } from "hono";
import { browserOf } from "../../http/browser.ts";
import {
  attemptCookie,
  clearAttemptCookie,
  passkeyCookieName,
  setAttemptCookie,
  setProviderCookie,
} from "../../http/cookies.ts";
import { allow, noToken } from "../allow.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

/*
 * Passkeys: to sign in with, and those that a person has. All answer 404 where people sign in at a provider. A cookie
 * belongs to each question, and both have to come back with the answer.
 */

const again =
  "Passkeys can be added within 15 minutes after signing in. Later ones are refused with SIGN_IN_AGAIN.";

const ask = route({
  ...allow.public,
  method: "post",
  path: "/sign-in/passkey/options",
  // It stores nothing.
  "x-audit": null,
  summary: "Begin a sign-in with a passkey",
  responses: {
    200: json(passkeyQuestion, "What the browser asks its authenticators"),
    ...answers.notFound,
    ...answers.conflict,
  },
});

const signIn = route({
  ...allow.public,
  method: "post",
  path: "/sign-in/passkey",
  "x-audit": "account.signedIn",
  summary: "Sign in with a passkey",
  request: { body: jsonBody(passkeyAnswer, "What the authenticator has answered") },
  responses: {
    204: { description: "Our session cookie is set" },
    ...answers.invalid,
    401: json(problemBody, "The passkey is unknown, or the answer is not for this question"),
    ...answers.notFound,
    ...answers.conflict,
    429: json(problemBody, "Too many wrong answers from this network; Retry-After says when"),
  },
});

const list = route({
  ...allow.member(noToken),
  method: "get",
  path: "/me/passkeys",
  summary: "Your passkeys",
  responses: { 200: json(passkeyList, "All of them, oldest first"), ...answers.notFound },
});

const askNew = route({
  ...allow.member(noToken),
  method: "post",
  path: "/me/passkeys/options",
  // It stores nothing.
  "x-audit": null,
  summary: "Begin to add a passkey",
  description: again,
  responses: {
    200: json(newPasskeyQuestion, "What the browser asks an authenticator"),
    ...answers.notFound,
    ...answers.conflict,
  },
});

const add = route({
  ...allow.member(noToken),
  method: "post",
  path: "/me/passkeys",
  "x-audit": "account.passkeyAdded",
  "x-audit-name": "name",
  summary: "Add a passkey",
  description: again,
  request: { body: jsonBody(newPasskey, "What the authenticator has answered") },
  responses: { 201: json(passkey, "The passkey"), ...answers.ofObject, ...answers.conflict },
});

const rename = route({
  ...allow.member(noToken),
  method: "patch",
  path: "/me/passkeys/{id}",
  // A person's own names concern nobody else.
  "x-audit": null,
  summary: "Rename one of your passkeys",
  request: { params: idParams, body: jsonBody(passkeyChange, "The name") },
  responses: { 200: json(passkey, "The passkey as it is now"), ...answers.ofObject },
});

const remove = route({
  ...allow.member(noToken),
  method: "delete",
  path: "/me/passkeys/{id}",
  "x-audit": "account.passkeyRemoved",
  summary: "Remove one of your passkeys",
  description: "The last one that works at the web application's present address stays.",
  request: { params: idParams },
  responses: { 204: { description: "Removed" }, ...answers.ofObject, ...answers.conflict },
});

const attemptOf = (c: Context, services: Services) => attemptCookie(c, passkeyCookieName(services));

function keepAttempt(c: Context, services: Services, attempt: Secret): void {
  setAttemptCookie(c, services, passkeyCookieName(services), attempt, attemptLifetime);
  c.header("cache-control", "no-store");
}

const endAttempt = (c: Context, services: Services) =>
  clearAttemptCookie(c, services, passkeyCookieName(services));

export const passkeys = router()
  .openapi(ask, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    const { question, attempt } = await beginEntering(ctx);
    keepAttempt(c, ctx, attempt);
    return c.json(question, 200);
  })
  .openapi(signIn, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    const proof = { attempt: attemptOf(c, ctx), answer: c.req.valid("json") };
    const { session } = await enterByPasskey(ctx, browserOf(c, ctx), proof);
    endAttempt(c, ctx);
    setProviderCookie(c, ctx, session);
    return c.body(null, 204);
  })
  .openapi(list, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    return c.json({ passkeys: await listPasskeys(ctx) }, 200);
  })
  .openapi(askNew, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    const { question, attempt } = await beginAdding(ctx, browserOf(c, ctx));
    keepAttempt(c, ctx, attempt);
    return c.json(question, 200);
  })
  .openapi(add, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    const input = { ...c.req.valid("json"), attempt: attemptOf(c, ctx) };
    const added = await addPasskey(ctx, browserOf(c, ctx), input);
    endAttempt(c, ctx);
    return c.json(added, 201);
  })
  .openapi(rename, async (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    return c.json(await renamePasskey(ctx, c.req.valid("param").id, c.req.valid("json")), 200);
  })
  .openapi(remove, (c) => {
    const { ctx } = c.var;
    requireOwnSignIn(ctx);
    return noContent(c, removePasskey(ctx, c.req.valid("param").id));
  });
