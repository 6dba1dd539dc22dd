import { deployment, deploymentList } from "@shardwatch/core/contract/deployment";
import { get } from "@shardwatch/core/deployment/deployment";
import { list } from "@shardwatch/core/deployment/list";
import { remove } from "@shardwatch/core/deployment/remove";
import type { TypedResponse } from "hono";
import * as z from "zod";
import { allow } from "../allow.ts";
import { feeders } from "../feeders.ts";
import { paging } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const listRoute = route({
  ...allow.member,
  method: "get",
  path: "/deployments",
  summary: "Deployments of the own organization; of all organizations for super admins",
  request: {
    query: z.object({
      organizationId: z.string().min(1).max(64).optional(),
      ...paging,
    }),
  },
  responses: {
    200: json(deploymentList, "One page; nextCursor while there is more"),
    ...answers.invalid,
    ...answers.forbidden,
  },
});

const detailRoute = route({
  ...allow.member,
  method: "get",
  path: "/deployments/{id}",
  summary: "One deployment with all its databases",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(deployment, "The deployment"), ...answers.invalid, ...answers.notFound },
});

const deleteRoute = route({
  ...allow.member,
  method: "delete",
  path: "/deployments/{id}",
  summary: "Delete a deployment; what is measured later brings it back under the same id",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    204: { description: "Deleted" },
    ...answers.invalid,
    ...answers.forbidden,
    ...answers.notFound,
  },
});

export const deployments = router()
  .openapi(listRoute, async (c) => {
    const { items, nextCursor } = await list(c.var.ctx, c.req.valid("query"));
    const cursor = nextCursor === undefined ? "" : `,"nextCursor":${JSON.stringify(nextCursor)}`;
    // The items are JSON texts already, so the answer is put together instead of being serialised again.
    const response = c.body(`{"deployments":[${items.join()}]${cursor}}`, 200, {
      "content-type": "application/json",
    });
    return response as unknown as TypedResponse<z.infer<typeof deploymentList>, 200, "json">;
  })
  .openapi(detailRoute, async (c) => c.json(await get(c.var.ctx, c.req.valid("param").id, feeders), 200))
  .openapi(deleteRoute, async (c) => {
    await remove(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  });
