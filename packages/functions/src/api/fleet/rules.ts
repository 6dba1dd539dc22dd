import { ruleList } from "@shardwatch/core/contract/incident/rule-list";
import { listRules } from "@shardwatch/core/incident/rule-list";
import * as z from "zod";
import { allow } from "../allow.ts";
import { ownOrganizationFilter } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const rulesRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/rules",
  summary:
    "The rules that watch your organization: when each opens an incident, how often it did in the last 30 days, and which channels get it",
  request: { query: z.object({ organizationId: ownOrganizationFilter }) },
  responses: { 200: json(ruleList, "The rules"), ...answers.ofOrganization },
});

export const rules = router().openapi(rulesRoute, async (c) =>
  c.json(await listRules(c.var.ctx, c.req.valid("query")), 200),
);
