import { once } from "@shardwatch/core/caller/once";
import { change, create, get, list, remove } from "@shardwatch/core/channel/channel";
import { sendTest } from "@shardwatch/core/channel/ping";
import { rotate as rotateSecret } from "@shardwatch/core/channel/rotate";
import { setOwnMail } from "@shardwatch/core/channel/subscription";
import {
  channel,
  channelChange,
  channelInput,
  channelList,
  createdChannel,
  ownMailInput,
  queuedTest,
  rotatedChannel,
  rotationInput,
} from "@shardwatch/core/contract/channel/channel";
import { repeatable, rotate } from "@shardwatch/core/contract/client-token";
import { problemBody } from "@shardwatch/core/contract/problem";
import * as z from "zod";
import { allow, noToken } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const listRoute = route({
  ...allow.member("channels"),
  method: "get",
  path: "/channels",
  summary: "Where messages about incidents go; targets and state only for those who manage the organization",
  responses: { 200: json(channelList, "Mail and notifications first, and then the oldest") },
});

const createRoute = route({
  ...allow.manager("channels"),
  method: "post",
  path: "/channels",
  "x-audit": "channel.created",
  "x-audit-name": "name",
  summary: "Add a webhook that gets messages about incidents, signed by Standard Webhooks",
  request: { body: jsonBody(repeatable(channelInput), "Name and address") },
  responses: {
    200: json(z.object({ channel, rotate }), "Added before, by this client token"),
    201: json(createdChannel, "The channel, and its secret: no other answer has it"),
    ...answers.invalid,
    ...answers.conflict,
  },
});

const changeRoute = route({
  ...allow.manager("channels"),
  method: "put",
  path: "/channels/{id}",
  "x-audit": "channel.changed",
  summary: "Change a channel, or switch it on or off",
  request: {
    params: idParams,
    headers: ifMatch,
    body: jsonBody(channelChange, "The channel as it shall be"),
  },
  responses: {
    200: json(channel, "The channel as it is now"),
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("channel"),
  },
});

const deleteRoute = route({
  ...allow.manager("channels"),
  method: "delete",
  path: "/channels/{id}",
  "x-audit": "channel.deleted",
  summary: "Delete a channel. What waits for it is not sent",
  request: { params: idParams, headers: ifMatch },
  responses: {
    204: { description: "Deleted" },
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("channel"),
  },
});

const testRoute = route({
  ...allow.manager("channels"),
  method: "post",
  path: "/channels/{id}/test",
  "x-audit": "channel.tested",
  summary: "Send a test. The delivery shows how it ended",
  request: { params: idParams },
  responses: {
    202: json(queuedTest, "The test is queued"),
    ...answers.notFound,
    ...answers.conflict,
    429: json(problemBody, "Too many tests within an hour; Retry-After says when to continue"),
  },
});

const rotateRoute = route({
  ...allow.manager("channels"),
  method: "post",
  path: "/channels/{id}/secret",
  "x-audit": "channel.secretRotated",
  summary: "Give a webhook a new secret. The former one signs too for some time",
  request: { params: idParams, body: jsonBody(rotationInput, "How long") },
  responses: {
    200: json(rotatedChannel, "The channel, and its new secret: no other answer has it"),
    ...answers.ofObject,
    ...answers.managed,
  },
});

const ownMailRoute = route({
  ...allow.member(noToken),
  method: "put",
  path: "/me/mail",
  "x-audit": null,
  summary: "Switch your own mail of incidents on or off",
  request: { body: jsonBody(ownMailInput, "Whether you want it") },
  responses: { 204: { description: "Stored" }, ...answers.invalid },
});

export const channels = router()
  .openapi(listRoute, async (c) => c.json(await list(c.var.ctx), 200))
  .openapi(createRoute, async (c) => {
    const { ctx } = c.var;
    const input = c.req.valid("json");
    const answer = await once(ctx, {
      kind: "channel",
      input,
      create: (claim) => create(ctx, input, claim),
      find: (id) => get(ctx, id),
    });
    if (answer.isNew) return c.json(answer.made, 201);
    return c.json({ channel: answer.found, rotate: `/channels/${answer.found.id}/secret` }, 200);
  })
  .openapi(changeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const expected = c.req.valid("header")["if-match"];
    return c.json(await change(c.var.ctx, id, c.req.valid("json"), expected), 200);
  })
  .openapi(deleteRoute, (c) =>
    noContent(c, remove(c.var.ctx, c.req.valid("param").id, c.req.valid("header")["if-match"])),
  )
  .openapi(testRoute, async (c) => c.json(await sendTest(c.var.ctx, c.req.valid("param").id), 202))
  .openapi(rotateRoute, async (c) =>
    c.json(await rotateSecret(c.var.ctx, c.req.valid("param").id, c.req.valid("json").hours), 200),
  )
  .openapi(ownMailRoute, (c) => noContent(c, setOwnMail(c.var.ctx, c.req.valid("json").on)));
