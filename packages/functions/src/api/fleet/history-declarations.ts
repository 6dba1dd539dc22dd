import { fleetHistory, sparks } from "@shardwatch/core/contract/history/fleet-history";
import * as z from "zod";
import { allow } from "../allow.ts";
import { chartMoment } from "../moment.ts";
import { organizationFilter } from "../paging.ts";
import { answers, json, route } from "../route.ts";

export const fleetHistoryRoute = route({
  ...allow.member,
  method: "get",
  path: "/history",
  summary: "The past of all deployments of one organization together; super admins name it",
  description:
    "Each hour is counted once. The range is widened to whole steps: hours up to 31 days, else days, at most 750 of them.",
  request: {
    query: z.object({
      organizationId: organizationFilter,
      from: chartMoment.optional().describe("A day before the end when it is left out"),
      to: chartMoment.optional().describe("Now when it is left out"),
    }),
  },
  responses: { 200: json(fleetHistory, "Values by step"), ...answers.invalid, ...answers.forbidden },
});

export const sparksRoute = route({
  ...allow.member,
  method: "get",
  path: "/history/sparks",
  summary: "The memory of each deployment of one organization in the last 24 hours; super admins name it",
  description: "It changes once an hour. Send the ETag as If-None-Match: 304 says that it is still the same.",
  request: { query: z.object({ organizationId: organizationFilter }) },
  responses: {
    200: json(sparks, "A short text for each deployment"),
    304: { description: "The same as before" },
    ...answers.invalid,
    ...answers.forbidden,
  },
});
