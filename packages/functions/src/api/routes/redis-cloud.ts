import {
  redisCloud,
  redisCloudChange,
  redisCloudInput,
  redisCloudList,
} from "@shardwatch/core/contract/source/redis-cloud";
import { change, create } from "@shardwatch/core/redis-cloud/connect";
import { get, list, remove, test } from "@shardwatch/core/redis-cloud/redis-cloud";
import * as z from "zod";
import { allow } from "../allow.ts";
import { answers, json, route, router } from "../route.ts";

const params = z.object({ id: z.string() });

const listRoute = route({
  ...allow.member,
  method: "get",
  path: "/redis-cloud",
  summary: "Connected Redis Cloud accounts of your organization",
  responses: { 200: json(redisCloudList, "The accounts, oldest first, without their keys") },
});

const createRoute = route({
  ...allow.member,
  method: "post",
  path: "/redis-cloud",
  "x-audit": "redisCloud.created",
  "x-audit-name": "name",
  summary: "Connect a Redis Cloud account; its keys are tried first, and it is read at once",
  request: { body: { ...json(redisCloudInput, "The keys"), required: true } },
  responses: {
    201: json(redisCloud, "The connected account, without its keys"),
    ...answers.tooMany,
    ...answers.invalid,
    ...answers.conflict,
  },
});

const getRoute = route({
  ...allow.member,
  method: "get",
  path: "/redis-cloud/{id}",
  summary: "One connected Redis Cloud account",
  request: { params },
  responses: {
    200: json(redisCloud, "The account, without its keys"),
    ...answers.invalid,
    ...answers.notFound,
  },
});

const changeRoute = route({
  ...allow.member,
  method: "put",
  path: "/redis-cloud/{id}",
  "x-audit": "redisCloud.changed",
  summary: "Rename a connected Redis Cloud account, or give it new keys",
  request: { params, body: { ...json(redisCloudChange, "The name, both keys, or all"), required: true } },
  responses: {
    200: json(redisCloud, "The account, without its keys"),
    ...answers.tooMany,
    ...answers.invalid,
    ...answers.notFound,
    ...answers.managed,
  },
});

const testRoute = route({
  ...allow.member,
  method: "post",
  path: "/redis-cloud/{id}/test",
  // It reads what is read every five minutes, and changes nothing.
  "x-audit": null,
  summary: "Read the account again now; its steps are answered once the reading has ended",
  request: { params },
  responses: {
    202: json(redisCloud, "As it was before; lastSyncAt changes when the reading has ended"),
    ...answers.tooMany,
    ...answers.invalid,
    ...answers.notFound,
  },
});

const deleteRoute = route({
  ...allow.member,
  method: "delete",
  path: "/redis-cloud/{id}",
  "x-audit": "redisCloud.deleted",
  summary: "Disconnect a Redis Cloud account; its deployments are removed",
  request: { params },
  responses: {
    204: { description: "Disconnected" },
    ...answers.invalid,
    ...answers.notFound,
    ...answers.managed,
  },
});

export const redisClouds = router()
  .openapi(listRoute, async (c) => c.json({ redisClouds: await list(c.var.ctx) }, 200))
  .openapi(createRoute, async (c) => c.json(await create(c.var.ctx, c.req.valid("json")), 201))
  .openapi(getRoute, async (c) => c.json(await get(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(changeRoute, async (c) =>
    c.json(await change(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(testRoute, async (c) => c.json(await test(c.var.ctx, c.req.valid("param").id), 202))
  .openapi(deleteRoute, async (c) => {
    await remove(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  });
