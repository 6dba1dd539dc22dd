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
import { organizationFilter, organizationIdOf, pagingUpTo } from "../paging.ts";
import { answers, idParams, json, jsonBody, route, router } from "../route.ts";

const largestPage = 200;
const query = z.object({ organizationId: organizationIdOf("incident") });

const changeAnswers = {
  200: json(incidentDetail, "The incident"),
  ...answers.ofObject,
  ...answers.conflict,
  429: json(problemBody, "Too often within an hour; Retry-After says when to continue"),
};

const incidentsRoute = route({
  ...allow.member("read"),
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
  responses: { 200: json(incidentList, "The incidents"), ...answers.ofOrganization },
});

const incidentRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/incidents/{id}",
  summary: "An incident with its evidence, what to do, what it concerns, and its timeline",
  request: { params: idParams, query },
  responses: { 200: json(incidentDetail, "The incident"), ...answers.ofObject },
});

const acknowledgeRoute = route({
  ...allow.member("incidents"),
  method: "post",
  path: "/incidents/{id}/acknowledgement",
  "x-audit": "incident.acknowledged",
  summary: "Say that you look after an incident. It ends reminders and nothing else",
  request: { params: idParams, query, body: jsonBody(acknowledgementInput, "A note") },
  responses: changeAnswers,
});

const unacknowledgeRoute = route({
  ...allow.member("incidents"),
  method: "delete",
  path: "/incidents/{id}/acknowledgement",
  "x-audit": "incident.unacknowledged",
  summary: "Take the acknowledgement of an incident back",
  request: { params: idParams, query },
  responses: changeAnswers,
});

const intendRoute = route({
  ...allow.member("incidents"),
  method: "post",
  path: "/incidents/{id}/intention",
  "x-audit": "incident.intended",
  summary:
    "Say that what an incident of the rule replica-lost says is meant to be so. It ends with the next look",
  request: { params: idParams, query },
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
