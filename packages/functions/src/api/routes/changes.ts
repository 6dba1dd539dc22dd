import { changePage } from "@shardwatch/core/contract/history/changes";
import { changes, changesOfOne } from "@shardwatch/core/deployment/read/changes";
import * as z from "zod";
import { allow } from "../allow.ts";
import { moment } from "../moment.ts";
import { organizationIdOf, ownOrganizationFilter, pagingUpTo } from "../paging.ts";
import { answers, idParams, json, route, router } from "../route.ts";

const largestPage = 200;
const usualPage = 50;

const range = { from: moment.optional(), to: moment.optional(), ...pagingUpTo(largestPage, usualPage) };

const changesRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/changes",
  summary: "What changed about the deployments of an organization, newest first; kept for 400 days",
  description:
    "Figures never count. A page can have fewer changes than the limit, also none, and still have a nextCursor.",
  request: {
    query: z.object({
      organizationId: ownOrganizationFilter,
      deployment: z
        .string()
        .regex(/^dep_[0-9a-z]{20}$/, 'must be the id of a deployment, which starts with "dep_"')
        .optional()
        .describe("Id of a deployment, also of one that is gone"),
      field: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe(
          'A field such as "databases.version", the part before its dot, or a kind of change. Others are left out',
        ),
      source: z.string().min(1).max(64).optional().describe("Id of an agent key or an integration"),
      ...range,
    }),
  },
  responses: { 200: json(changePage, "One page; nextCursor while there is more"), ...answers.ofOrganization },
});

const ofDeploymentRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/deployments/{id}/changes",
  summary: "What changed about a deployment, newest first",
  request: {
    params: idParams,
    query: z.object({
      organizationId: organizationIdOf("deployment"),
      ...range,
    }),
  },
  responses: {
    200: json(changePage, "One page; nextCursor while there is more"),
    ...answers.ofObject,
    ...answers.ambiguous,
  },
});

export const changeFeed = router()
  .openapi(changesRoute, async (c) => c.json(await changes(c.var.ctx, c.req.valid("query")), 200))
  .openapi(ofDeploymentRoute, async (c) =>
    c.json(await changesOfOne(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
  );
