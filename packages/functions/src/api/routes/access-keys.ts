import { create, get, list, revoke } from "@shardwatch/core/agent-key/agent-key";
import {
  accessKey,
  accessKeyInput,
  accessKeyList,
  createdAccessKey,
  rotationInput,
} from "@shardwatch/core/contract/source/access-key";
import { endFormerSecret } from "@shardwatch/core/agent-key/end-former-secret";
import { rotate as rotateKey } from "@shardwatch/core/agent-key/rotate";
import { once } from "@shardwatch/core/caller/once";
import { repeatable, rotate } from "@shardwatch/core/contract/client-token";
import * as z from "zod";
import { allow } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { answers, json, jsonBody, noContent, route, router } from "../route.ts";

const listRoute = route({
  ...allow.member("sources"),
  method: "get",
  path: "/access-key",
  summary: "Agent keys of your organization",
  responses: { 200: json(accessKeyList, "The keys, oldest first, without their secrets") },
});

const createRoute = route({
  ...allow.member("sources"),
  method: "post",
  path: "/access-key",
  "x-audit": "accessKey.created",
  summary: "Create an agent key",
  request: { body: jsonBody(repeatable(accessKeyInput), "The name, and how long it works") },
  responses: {
    200: json(accessKey.extend({ rotate }), "Created before, by this client token"),
    201: json(createdAccessKey, "The key; the only answer that shows it whole"),
    ...answers.invalid,
    ...answers.conflict,
    ...answers.tooOften,
  },
});

const params = z.object({ keyId: z.string() });

const getRoute = route({
  ...allow.member("sources"),
  method: "get",
  path: "/access-key/{keyId}",
  summary: "One agent key of your organization, with the agents that report with it",
  request: { params },
  responses: { 200: json(accessKey, "The key, without its secret"), ...answers.ofObject },
});

const rotateRoute = route({
  ...allow.member("sources"),
  method: "post",
  path: "/access-key/{keyId}/rotate",
  "x-audit": "accessKey.rotated",
  summary: "Give an agent key a new secret; the former one works for a while",
  request: { params, body: jsonBody(rotationInput, "The overlap") },
  responses: {
    200: json(createdAccessKey, "The key with its new secret; the only answer that shows it whole"),
    ...answers.ofObject,
    ...answers.managed,
  },
});

const endFormerRoute = route({
  ...allow.member("sources"),
  method: "delete",
  path: "/access-key/{keyId}/former-secret",
  "x-audit": "accessKey.formerSecretEnded",
  summary: "Revoke the old secret of a rotated agent key now",
  request: { params },
  responses: {
    204: { description: "Only the new secret works, or only one did before" },
    ...answers.ofObject,
    ...answers.managed,
  },
});

const revokeRoute = route({
  ...allow.member("sources"),
  method: "delete",
  path: "/access-key/{keyId}",
  "x-audit": "accessKey.revoked",
  summary: "Revoke an agent key",
  request: { params, headers: ifMatch },
  responses: {
    204: { description: "Revoked: the next call with it is refused" },
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("key"),
  },
});

export const accessKeys = router()
  .openapi(listRoute, async (c) => c.json({ accessKeys: await list(c.var.ctx) }, 200))
  .openapi(createRoute, async (c) => {
    const { ctx } = c.var;
    const input = c.req.valid("json");
    const answer = await once(ctx, {
      kind: "accessKey",
      input,
      create: (claim) => create(ctx, input.name, input.expiresInDays, claim),
      find: (id) => get(ctx, id),
    });
    if (answer.isNew) return c.json(answer.made, 201);
    return c.json({ ...answer.found, rotate: `/access-key/${answer.found.keyId}/rotate` }, 200);
  })
  .openapi(getRoute, async (c) => c.json(await get(c.var.ctx, c.req.valid("param").keyId), 200))
  .openapi(rotateRoute, async (c) =>
    c.json(await rotateKey(c.var.ctx, c.req.valid("param").keyId, c.req.valid("json")), 200),
  )
  .openapi(endFormerRoute, (c) => noContent(c, endFormerSecret(c.var.ctx, c.req.valid("param").keyId)))
  .openapi(revokeRoute, (c) =>
    noContent(c, revoke(c.var.ctx, c.req.valid("param").keyId, c.req.valid("header")["if-match"])),
  );
