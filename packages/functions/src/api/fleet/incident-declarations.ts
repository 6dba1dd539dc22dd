import {
  acknowledgementInput,
  incidentDetail,
  incidentList,
} from "@shardwatch/core/contract/incident/incident";
import { problemBody } from "@shardwatch/core/contract/problem";
import * as z from "zod";
import { allow } from "../allow.ts";
import { organizationFilter, pagingUpTo } from "../paging.ts";
import { answers, json, route } from "../route.ts";

const largestPage = 200;
const params = z.object({ id: z.string() });
const ofOne = z.object({
  organizationId: organizationFilter.describe(
    "The incident's organization; others than super admins have one",
  ),
});

const tooOften = { 429: json(problemBody, "Too often within an hour; Retry-After says when to continue") };

export const incidentsRoute = route({
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

export const incidentRoute = route({
  ...allow.member,
  method: "get",
  path: "/incidents/{id}",
  summary: "An incident with its evidence, what to do, what it concerns, and its timeline",
  request: { params, query: ofOne },
  responses: { 200: json(incidentDetail, "The incident"), ...answers.invalid, ...answers.notFound },
});

export const acknowledgeRoute = route({
  ...allow.member,
  method: "post",
  path: "/incidents/{id}/acknowledgement",
  "x-audit": "incident.acknowledged",
  summary: "Say that you look after an incident. It ends reminders and nothing else",
  request: { params, query: ofOne, body: { ...json(acknowledgementInput, "A note"), required: true } },
  responses: {
    200: json(incidentDetail, "The incident"),
    ...answers.invalid,
    ...answers.notFound,
    ...answers.conflict,
    ...tooOften,
  },
});

export const unacknowledgeRoute = route({
  ...allow.member,
  method: "delete",
  path: "/incidents/{id}/acknowledgement",
  "x-audit": "incident.unacknowledged",
  summary: "Take the acknowledgement of an incident back",
  request: { params, query: ofOne },
  responses: {
    200: json(incidentDetail, "The incident"),
    ...answers.invalid,
    ...answers.notFound,
    ...answers.conflict,
    ...tooOften,
  },
});

export const intendRoute = route({
  ...allow.member,
  method: "post",
  path: "/incidents/{id}/intention",
  "x-audit": "incident.intended",
  summary:
    "Say that what an incident of the rule replica-lost says is meant to be so. It ends with the next look",
  request: { params, query: ofOne },
  responses: {
    200: json(incidentDetail, "The incident"),
    ...answers.invalid,
    ...answers.notFound,
    ...answers.conflict,
    ...tooOften,
  },
});
