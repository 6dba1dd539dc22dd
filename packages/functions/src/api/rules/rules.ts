import { once } from "@shardwatch/core/caller/once";
import { repeatable } from "@shardwatch/core/contract/client-token";
import {
  builtInChanges,
  confirmation,
  ruleChange,
  ruleInput,
} from "@shardwatch/core/contract/incident/own-rule";
import { ruleList, watchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { changeBuiltIn } from "@shardwatch/core/incident/own-rules/built-in";
import { change, create, remove } from "@shardwatch/core/incident/own-rules/rules";
import { getRule, listRules } from "@shardwatch/core/incident/rule-list";
import * as z from "zod";
import { allow } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { ownOrganizationFilter } from "../paging.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const rulesRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/rules",
  summary:
    "The rules that watch your organization: when each opens an incident, how often it did in the last 30 days, and which channels get it",
  request: { query: z.object({ organizationId: ownOrganizationFilter }) },
  responses: { 200: json(ruleList, "The rules"), ...answers.ofOrganization },
});

const newRule = repeatable(ruleInput.extend({ confirm: confirmation }));
const changedRule = ruleChange.extend({ confirm: confirmation });

const createRoute = route({
  ...allow.manager("rules"),
  method: "post",
  path: "/rules",
  "x-audit": "rule.created",
  summary: "Write a rule of your own: a filter that opens incidents",
  request: { body: jsonBody(newRule, "What it watches, and when it fires") },
  responses: {
    200: json(watchingRule, "Written before, by this client token"),
    201: json(watchingRule, "The rule"),
    ...answers.invalid,
    ...answers.conflict,
    ...answers.tooOften,
  },
});

const changeRoute = route({
  ...allow.manager("rules"),
  method: "patch",
  path: "/rules/{id}",
  "x-audit": "rule.changed",
  summary: "Change a rule of your own",
  description: "Its incidents stay open while their deployments match. The others end with the next pass.",
  request: { params: idParams, headers: ifMatch, body: jsonBody(changedRule, "What changes") },
  responses: {
    200: json(watchingRule, "The changed rule"),
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("rule"),
    ...answers.tooOften,
  },
});

const deleteRoute = route({
  ...allow.manager("rules"),
  method: "delete",
  path: "/rules/{id}",
  "x-audit": "rule.deleted",
  summary: "Delete a rule of your own; its incidents end",
  request: { params: idParams, headers: ifMatch },
  responses: {
    204: { description: "Deleted" },
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("rule"),
    ...answers.tooOften,
  },
});

const changeBuiltInRoute = route({
  ...allow.manager("rules"),
  method: "put",
  path: "/rules/{id}/changes",
  "x-audit": "rule.changed",
  summary: "Replace what your organization changes about a built-in rule; {} resets it",
  request: {
    params: idParams,
    headers: ifMatch,
    body: jsonBody(builtInChanges, "All that differs from the rule"),
  },
  responses: {
    200: json(watchingRule, "The rule"),
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("rule"),
    ...answers.tooOften,
  },
});

export const rules = router()
  .openapi(rulesRoute, async (c) => c.json(await listRules(c.var.ctx, c.req.valid("query")), 200))
  .openapi(createRoute, async (c) => {
    const { ctx } = c.var;
    const input = c.req.valid("json");
    const answer = await once(ctx, {
      kind: "rule",
      input,
      create: async (claim) => (await create(ctx, input, claim)).id,
      find: (id) => getRule(ctx, id),
    });
    return answer.isNew ? c.json(await getRule(ctx, answer.made), 201) : c.json(answer.found, 200);
  })
  .openapi(changeRoute, async (c) => {
    const { ctx } = c.var;
    const { id } = c.req.valid("param");
    await change(ctx, id, c.req.valid("json"), c.req.valid("header")["if-match"]);
    return c.json(await getRule(ctx, id), 200);
  })
  .openapi(deleteRoute, (c) =>
    noContent(c, remove(c.var.ctx, c.req.valid("param").id, c.req.valid("header")["if-match"])),
  )
  .openapi(changeBuiltInRoute, async (c) => {
    const { ctx } = c.var;
    const { id } = c.req.valid("param");
    await changeBuiltIn(ctx, id, c.req.valid("json"), c.req.valid("header")["if-match"]);
    return c.json(await getRule(ctx, id), 200);
  });
