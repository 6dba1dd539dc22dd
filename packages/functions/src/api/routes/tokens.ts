import {
  createdToken,
  token,
  tokenChange,
  tokenInput,
  tokenList,
  tokenRotation,
} from "@shardwatch/core/contract/token/token";
import { endFormerSecret, rotate } from "@shardwatch/core/programs/rotate";
import { endHeld } from "@shardwatch/core/programs/end-held";
import { change, create, list, revoke } from "@shardwatch/core/programs/tokens";
import { allow, noToken } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const listRoute = route({
  ...allow.manager(noToken),
  method: "get",
  path: "/tokens",
  summary: "API tokens of your organization",
  responses: { 200: json(tokenList, "The tokens, oldest first, without their secrets") },
});

const createRoute = route({
  ...allow.manager(noToken),
  method: "post",
  path: "/tokens",
  "x-audit": "token.created",
  "x-audit-name": "name",
  summary: "Create an API token",
  request: { body: jsonBody(tokenInput, "What it may do, from where, and how long") },
  responses: {
    201: json(createdToken, "The token; the only answer that shows it whole"),
    ...answers.invalid,
    ...answers.conflict,
    ...answers.tooOften,
  },
});

const changeRoute = route({
  ...allow.manager(noToken),
  method: "put",
  path: "/tokens/{id}",
  "x-audit": "token.changed",
  summary: "Change the name, the scopes and the networks of an API token",
  request: { params: idParams, headers: ifMatch, body: jsonBody(tokenChange, "The token as it shall be") },
  responses: {
    200: json(token, "The token as it is now"),
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("token"),
  },
});

const rotateRoute = route({
  ...allow.manager(noToken),
  method: "post",
  path: "/tokens/{id}/rotate",
  "x-audit": "token.rotated",
  summary: "Give an API token a new secret; the former one works for a while",
  request: { params: idParams, body: jsonBody(tokenRotation, "The overlap") },
  responses: {
    200: json(createdToken, "The token with its new secret; the only answer that shows it whole"),
    ...answers.ofObject,
    ...answers.managed,
  },
});

const endFormerRoute = route({
  ...allow.manager(noToken),
  method: "delete",
  path: "/tokens/{id}/former-secret",
  "x-audit": "token.formerSecretEnded",
  summary: "End the former secret of a rotated API token now",
  request: { params: idParams },
  responses: {
    204: { description: "Only the new secret works, or only one did before" },
    ...answers.ofObject,
    ...answers.managed,
  },
});

const revokeRoute = route({
  ...allow.manager(noToken),
  method: "delete",
  path: "/tokens/{id}",
  "x-audit": "token.revoked",
  summary: "Revoke an API token",
  request: { params: idParams },
  responses: {
    204: { description: "Revoked: the next call with it is refused" },
    ...answers.ofObject,
    ...answers.managed,
  },
});

const endOwnRoute = route({
  ...allow.token,
  method: "delete",
  path: "/token",
  "x-audit": "token.revoked",
  summary: "Revoke the token that calls. It needs no scope: who finds a token can end it",
  responses: { 204: { description: "Revoked: the next call with it is refused" } },
});

export const tokens = router()
  .openapi(listRoute, async (c) => c.json({ tokens: await list(c.var.ctx) }, 200))
  .openapi(createRoute, async (c) => c.json(await create(c.var.ctx, c.req.valid("json")), 201))
  .openapi(changeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const expected = c.req.valid("header")["if-match"];
    return c.json(await change(c.var.ctx, id, c.req.valid("json"), expected), 200);
  })
  .openapi(rotateRoute, async (c) =>
    c.json(await rotate(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(endFormerRoute, (c) => noContent(c, endFormerSecret(c.var.ctx, c.req.valid("param").id)))
  .openapi(revokeRoute, (c) => noContent(c, revoke(c.var.ctx, c.req.valid("param").id)))
  .openapi(endOwnRoute, (c) => noContent(c, endHeld(c.var.ctx)));
