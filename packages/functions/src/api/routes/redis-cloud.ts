import { once } from "@shardwatch/core/caller/once";
import { repeatable } from "@shardwatch/core/contract/client-token";
import {
  redisCloud,
  redisCloudChange,
  redisCloudInput,
  redisCloudList,
} from "@shardwatch/core/contract/source/redis-cloud";
import { change, create } from "@shardwatch/core/redis-cloud/connect";
import { get, list, remove, test } from "@shardwatch/core/redis-cloud/redis-cloud";
import { allow } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const listRoute = route({
  ...allow.member("sources"),
  method: "get",
  path: "/redis-cloud",
  summary: "Connected Redis Cloud accounts of your organization",
  responses: { 200: json(redisCloudList, "The accounts, oldest first, without their keys") },
});

const createRoute = route({
  ...allow.member("sources"),
  method: "post",
  path: "/redis-cloud",
  "x-audit": "redisCloud.created",
  "x-audit-name": "name",
  summary: "Connect a Redis Cloud account; its keys are tried first, and it is read at once",
  request: { body: jsonBody(repeatable(redisCloudInput), "The keys") },
  responses: {
    200: json(redisCloud, "Connected before, by this client token"),
    201: json(redisCloud, "The connected account, without its keys"),
    ...answers.tooMany,
    ...answers.invalid,
    ...answers.conflict,
  },
});

const getRoute = route({
  ...allow.member("sources"),
  method: "get",
  path: "/redis-cloud/{id}",
  summary: "One connected Redis Cloud account",
  request: { params: idParams },
  responses: { 200: json(redisCloud, "The account, without its keys"), ...answers.ofObject },
});

const changeRoute = route({
  ...allow.member("sources"),
  method: "put",
  path: "/redis-cloud/{id}",
  "x-audit": "redisCloud.changed",
  summary: "Rename a connected Redis Cloud account, or give it new keys",
  request: {
    params: idParams,
    headers: ifMatch,
    body: jsonBody(redisCloudChange, "The name, both keys, or all"),
  },
  responses: {
    200: json(redisCloud, "The account, without its keys"),
    ...answers.tooMany,
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("account"),
  },
});

const testRoute = route({
  ...allow.member("sources"),
  method: "post",
  path: "/redis-cloud/{id}/test",
  // It reads what is read every five minutes, and changes nothing.
  "x-audit": null,
  summary: "Read the account again now; its steps are answered once the reading has ended",
  request: { params: idParams },
  responses: {
    202: json(redisCloud, "As it was before; lastSyncAt changes when the reading has ended"),
    ...answers.tooMany,
    ...answers.ofObject,
  },
});

const deleteRoute = route({
  ...allow.member("sources"),
  method: "delete",
  path: "/redis-cloud/{id}",
  "x-audit": "redisCloud.deleted",
  summary: "Disconnect a Redis Cloud account; its deployments are removed",
  request: { params: idParams, headers: ifMatch },
  responses: {
    204: { description: "Disconnected" },
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("account"),
  },
});

export const redisClouds = router()
  .openapi(listRoute, async (c) => c.json({ redisClouds: await list(c.var.ctx) }, 200))
  .openapi(createRoute, async (c) => {
    const { ctx } = c.var;
    const input = c.req.valid("json");
    const answer = await once(ctx, {
      kind: "redisCloud",
      input,
      create: (claim) => create(ctx, input, claim),
      find: (id) => get(ctx, id),
    });
    return answer.isNew ? c.json(answer.made, 201) : c.json(answer.found, 200);
  })
  .openapi(getRoute, async (c) => c.json(await get(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(changeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const expected = c.req.valid("header")["if-match"];
    return c.json(await change(c.var.ctx, id, c.req.valid("json"), expected), 200);
  })
  .openapi(testRoute, async (c) => c.json(await test(c.var.ctx, c.req.valid("param").id), 202))
  .openapi(deleteRoute, (c) =>
    noContent(c, remove(c.var.ctx, c.req.valid("param").id, c.req.valid("header")["if-match"])),
  );
