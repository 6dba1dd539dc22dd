import { once } from "@shardwatch/core/caller/once";
import { repeatable } from "@shardwatch/core/contract/client-token";
import {
  detailedHistoryInput,
  elastiCacheInput,
  elastiCacheIntegration,
  elastiCacheList,
  externalId,
} from "@shardwatch/core/contract/source/elasticache";
import { change, create } from "@shardwatch/core/elasticache/connect";
import { switchDetailedHistory } from "@shardwatch/core/elasticache/detailed-history";
import { get, list, remove, test } from "@shardwatch/core/elasticache/elasticache";
import { issue } from "@shardwatch/core/elasticache/external-id";
import { allow } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const bodyIs = "The role, and the organization's external ID";
const body = jsonBody(elastiCacheInput, bodyIs);

const listRoute = route({
  ...allow.member("sources"),
  method: "get",
  path: "/api/elasticache",
  summary: "Connected AWS accounts of your organization",
  responses: { 200: json(elastiCacheList, "The integrations, oldest first"), ...answers.notFound },
});

const issueRoute = route({
  ...allow.member("sources"),
  method: "post",
  path: "/api/elasticache/external-id",
  // It gives nobody a right: the customer's role decides who may use the ID.
  "x-audit": null,
  summary: "The external ID of your organization, made at the first call",
  description: "A role's trust policy has to require it before the role can be connected.",
  responses: { 200: json(externalId, "The external ID"), ...answers.notFound, ...answers.conflict },
});

const createRoute = route({
  ...allow.member("sources"),
  method: "post",
  path: "/api/elasticache",
  "x-audit": "elastiCache.created",
  "x-audit-name": "roleArn",
  summary: "Connect an AWS account by a role that lets us read its ElastiCache",
  description: "The role is tried first: it has to let us in with the external ID, and not without it.",
  request: { body: jsonBody(repeatable(elastiCacheInput), bodyIs) },
  responses: {
    200: json(elastiCacheIntegration, "Connected before, by this client token"),
    201: json(elastiCacheIntegration, "The integration; its account is read at once"),
    ...answers.ofObject,
    ...answers.conflict,
    ...answers.tooMany,
  },
});

const getRoute = route({
  ...allow.member("sources"),
  method: "get",
  path: "/api/elasticache/{id}",
  summary: "One connected AWS account",
  request: { params: idParams },
  responses: { 200: json(elastiCacheIntegration, "The integration"), ...answers.ofObject },
});

const changeRoute = route({
  ...allow.member("sources"),
  method: "put",
  path: "/api/elasticache/{id}",
  "x-audit": "elastiCache.changed",
  summary: "Give a connected AWS account another role; its deployment stays the same",
  request: { params: idParams, headers: ifMatch, body },
  responses: {
    200: json(elastiCacheIntegration, "The integration"),
    ...answers.ofObject,
    ...answers.managed,
    ...answers.tooMany,
    ...outdated("integration"),
  },
});

const detailedRoute = route({
  ...allow.member("sources"),
  method: "put",
  path: "/api/elasticache/{id}/detailed-history",
  "x-audit": "elastiCache.changed",
  summary: "Switch detailed history of a connected AWS account on or off",
  description:
    "CloudWatch bills its metrics to the customer. The integration says how much that is in a month.",
  request: { params: idParams, headers: ifMatch, body: jsonBody(detailedHistoryInput, "Whether it is on") },
  responses: {
    200: json(elastiCacheIntegration, "The integration; its account is read at once"),
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("integration"),
  },
});

const testRoute = route({
  ...allow.member("sources"),
  method: "post",
  path: "/api/elasticache/{id}/test",
  // It reads what is read every five minutes, and changes nothing.
  "x-audit": null,
  summary: "Read the account again now; its steps are answered once the reading has ended",
  request: { params: idParams },
  responses: {
    202: json(elastiCacheIntegration, "As it was before; lastSyncAt changes when the reading has ended"),
    ...answers.tooMany,
    ...answers.ofObject,
  },
});

const deleteRoute = route({
  ...allow.member("sources"),
  method: "delete",
  path: "/api/elasticache/{id}",
  "x-audit": "elastiCache.deleted",
  summary: "Disconnect an AWS account; its deployment is removed",
  request: { params: idParams, headers: ifMatch },
  responses: {
    204: { description: "Disconnected" },
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("integration"),
  },
});

export const elastiCache = router()
  .openapi(listRoute, async (c) => c.json({ integrations: await list(c.var.ctx) }, 200))
  .openapi(issueRoute, async (c) => c.json(await issue(c.var.ctx), 200))
  .openapi(createRoute, async (c) => {
    const { ctx } = c.var;
    const input = c.req.valid("json");
    const answer = await once(ctx, {
      kind: "elastiCache",
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
  .openapi(detailedRoute, async (c) => {
    const { id } = c.req.valid("param");
    const expected = c.req.valid("header")["if-match"];
    return c.json(await switchDetailedHistory(c.var.ctx, id, c.req.valid("json"), expected), 200);
  })
  .openapi(testRoute, async (c) => c.json(await test(c.var.ctx, c.req.valid("param").id), 202))
  .openapi(deleteRoute, (c) =>
    noContent(c, remove(c.var.ctx, c.req.valid("param").id, c.req.valid("header")["if-match"])),
  );
