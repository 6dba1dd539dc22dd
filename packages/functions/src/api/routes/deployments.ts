import {
  deployment,
  deploymentList,
  lastChange as lastChangeAnswer,
} from "@shardwatch/core/contract/deployment/deployment";
import { largestListPage } from "@shardwatch/core/contract/list-page";
import { get } from "@shardwatch/core/deployment/read/get";
import { lastChange } from "@shardwatch/core/deployment/read/last-change";
import { list } from "@shardwatch/core/deployment/read/list";
import { remove } from "@shardwatch/core/deployment/lifecycle/remove";
import { findSources } from "@shardwatch/core/sources";
import type { TypedResponse } from "hono";
import * as z from "zod";
import { allow, noToken } from "../allow.ts";
import { deploymentFilter, readFilter } from "../deployment-filter.ts";
import { joinParameters, joinsOf } from "../joins.ts";
import { organizationFilter, organizationIdOf, ownOrganizationFilter, pagingUpTo } from "../paging.ts";
import { answers, idParams, json, noContent, route, router } from "../route.ts";

/**
 * A deployment. Super admins also name its organization, because a deployment that moved can have a twin with
 * the same id.
 */
const one = {
  params: idParams,
  query: z.object({ organizationId: organizationIdOf("deployment") }),
};

const listRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/deployments",
  summary: "Deployments of your organization; of all organizations for super admins",
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(largestListPage),
      ...joinParameters,
      ...deploymentFilter,
    }),
  },
  responses: {
    200: json(deploymentList, "One page; nextCursor while there is more"),
    ...answers.ofOrganization,
  },
});

const changedRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/deployments/changed",
  summary: "When deployments of an organization last changed in more than figures",
  request: { query: z.object({ organizationId: ownOrganizationFilter }) },
  responses: { 200: json(lastChangeAnswer, "The time of the last change"), ...answers.ofOrganization },
});

const detailRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/deployments/{id}",
  summary: "One deployment with all its databases",
  request: one,
  responses: { 200: json(deployment, "The deployment"), ...answers.ofObject, ...answers.ambiguous },
});

const deleteRoute = route({
  ...allow.member(noToken),
  method: "delete",
  path: "/deployments/{id}",
  "x-audit": "deployment.deleted",
  summary: "Delete a deployment; what is measured later brings it back under the same id",
  request: one,
  responses: {
    204: { description: "Deleted" },
    ...answers.ofObject,
    ...answers.forbidden,
    ...answers.ambiguous,
  },
});

export const deployments = router()
  .openapi(listRoute, async (c) => {
    const { figures, outlook, ...query } = c.req.valid("query");
    const asked = readFilter(c.req.url, Object.keys(joinParameters));
    const joins = joinsOf({ figures, outlook }, asked.filter);
    const { items, nextCursor } = await list(c.var.ctx, { ...query, ...asked, joins });
    const cursor = nextCursor === undefined ? "" : `,"nextCursor":${JSON.stringify(nextCursor)}`;
    // The items are JSON texts already. They are joined, because serialising them again would cost time.
    const response = c.body(`{"deployments":[${items.join()}]${cursor}}`, 200, {
      "content-type": "application/json",
    });
    return response as unknown as TypedResponse<z.infer<typeof deploymentList>, 200, "json">;
  })
  .openapi(changedRoute, async (c) =>
    c.json({ changedAt: await lastChange(c.var.ctx, c.req.valid("query").organizationId) }, 200),
  )
  .openapi(detailRoute, async (c) => {
    const { organizationId } = c.req.valid("query");
    return c.json(await get(c.var.ctx, c.req.valid("param").id, findSources, organizationId), 200);
  })
  .openapi(deleteRoute, (c) =>
    noContent(c, remove(c.var.ctx, c.req.valid("param").id, c.req.valid("query").organizationId)),
  );
