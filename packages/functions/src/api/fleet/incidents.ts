import {
  acknowledgementInput,
  incidentDetail,
  incidentList,
} from "@shardwatch/core/contract/incident/incident";
import { problemBody } from "@shardwatch/core/contract/problem";
import { acknowledge, unacknowledge } from "@shardwatch/core/incident/acknowledge";
import { get, list } from "@shardwatch/core/incident/incident";
import { intend } from "@shardwatch/core/incident/intend";
import * as z from "zod";
import { allow } from "../allow.ts";
import { organizationFilter, pagingUpTo } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const largestPage = 200;
const params = z.object({ id: z.string() });
const ofOne = z.object({
  organizationId: organizationFilter.describe(
    "The incident's organization; others than super admins have one",
  ),
});

const changeAnswers = {
  200: json(incidentDetail, "The incident"),
  ...answers.invalid,
  ...answers.notFound,
  ...answers.conflict,
  429: json(problemBody, "Too often within an hour; Retry-After says when to continue"),
};

const incidentsRoute = route({
  ...allow.member,
  method: "get",
  path: "/incidents",
  summary: "What is wrong in your organization, one incident for each cause; past ones are kept for 400 days",
  request: {
    query: z.object({
      organizationId: organizationFilter,
      state: z
        .enum(["open", "past"], { error: "must be open or past" })
        .default("open")
        .describe("All open ones, the most urgent first, or a page of past ones, newest first"),
      ...pagingUpTo(largestPage, 50),
    }),
  },
  responses: { 200: json(incidentList, "The incidents"), ...answers.invalid, ...answers.forbidden },
});

const incidentRoute = route({
  ...allow.member,
  method: "get",
  path: "/incidents/{id}",
  summary: "An incident with its evidence, what to do, what it concerns, and its timeline",
  request: { params, query: ofOne },
  responses: { 200: json(incidentDetail, "The incident"), ...answers.invalid, ...answers.notFound },
});

const acknowledgeRoute = route({
  ...allow.member,
  method: "post",
  path: "/incidents/{id}/acknowledgement",
  "x-audit": "incident.acknowledged",
  summary: "Say that you look after an incident. It ends reminders and nothing else",
  request: { params, query: ofOne, body: { ...json(acknowledgementInput, "A note"), required: true } },
  responses: changeAnswers,
});

const unacknowledgeRoute = route({
  ...allow.member,
  method: "delete",
  path: "/incidents/{id}/acknowledgement",
  "x-audit": "incident.unacknowledged",
  summary: "Take the acknowledgement of an incident back",
  request: { params, query: ofOne },
  responses: changeAnswers,
});

const intendRoute = route({
  ...allow.member,
  method: "post",
  path: "/incidents/{id}/intention",
  "x-audit": "incident.intended",
  summary:
    "Say that what an incident of the rule replica-lost says is meant to be so. It ends with the next look",
  request: { params, query: ofOne },
  responses: changeAnswers,
});

export const incidents = router()
  .openapi(incidentsRoute, async (c) => c.json(await list(c.var.ctx, c.req.valid("query")), 200))
  .openapi(incidentRoute, async (c) =>
    c.json(await get(c.var.ctx, c.req.valid("param").id, c.req.valid("query").organizationId), 200),
  )
  .openapi(acknowledgeRoute, async (c) => {
    const request = { ...c.req.valid("param"), organizationId: c.req.valid("query").organizationId };
    return c.json(await acknowledge(c.var.ctx, { ...request, ...c.req.valid("json") }), 200);
  })
  .openapi(unacknowledgeRoute, async (c) => {
    const request = { ...c.req.valid("param"), organizationId: c.req.valid("query").organizationId };
    return c.json(await unacknowledge(c.var.ctx, request), 200);
  })
  .openapi(intendRoute, async (c) => {
    const request = { ...c.req.valid("param"), organizationId: c.req.valid("query").organizationId };
    return c.json(await intend(c.var.ctx, request), 200);
  });
