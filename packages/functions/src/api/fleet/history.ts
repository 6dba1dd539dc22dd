import { fleetHistory as readFleetHistory } from "@shardwatch/core/census/fleet-history";
import { sparks as readSparks } from "@shardwatch/core/census/read-sparks";
import { fleetHistory, sparks } from "@shardwatch/core/contract/history/fleet-history";
import { digest } from "@shardwatch/core/kit/hash";
import * as z from "zod";
import { allow } from "../allow.ts";
import { chartMoment } from "../moment.ts";
import { organizationFilter } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const fleetHistoryRoute = route({
  ...allow.member("read"),
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
  responses: { 200: json(fleetHistory, "Values by step"), ...answers.ofOrganization },
});

const sparksRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/history/sparks",
  summary: "The memory of each deployment of one organization in the last 24 hours; super admins name it",
  description: "It changes once an hour. Send the ETag as If-None-Match: 304 says that it is still the same.",
  request: { query: z.object({ organizationId: organizationFilter }) },
  responses: {
    200: json(sparks, "A short text for each deployment"),
    304: { description: "The same as before" },
    ...answers.ofOrganization,
  },
});

/**
 * A browser may keep the answer, but asks each time whether it is still the same. Another person may have signed in since,
 * and the address does not always name the organization.
 */
const kept = "private, no-cache";

export const history = router()
  .openapi(fleetHistoryRoute, async (c) =>
    c.json(await readFleetHistory(c.var.ctx, c.req.valid("query")), 200),
  )
  .openapi(sparksRoute, async (c) => {
    const found = await readSparks(c.var.ctx, c.req.valid("query").organizationId);
    // Weak: what is compressed has other bytes.
    const etag = `W/"${digest(JSON.stringify(found))}"`;
    const headers = { "cache-control": kept, etag };
    return c.req.header("if-none-match") === etag ? c.body(null, 304, headers) : c.json(found, 200, headers);
  });
