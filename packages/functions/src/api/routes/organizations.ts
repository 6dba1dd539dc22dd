import {
  organization,
  organizationDetail,
  organizationInput,
  organizationList,
} from "@shardwatch/core/contract/people/organization";
import { newestCounts } from "@shardwatch/core/census/newest-counts";
import { change, create, list } from "@shardwatch/core/organization/administer";
import { detail, remove } from "@shardwatch/core/offboarding/organization";
import * as z from "zod";
import { allow, noToken } from "../allow.ts";
import { paging } from "../paging.ts";
import { answers, idParams, json, jsonBody, route, router } from "../route.ts";

const listRoute = route({
  ...allow.superAdmin,
  method: "get",
  path: "/organizations",
  summary: "All organizations, without their members",
  request: {
    query: z.object({
      ...paging,
      counts: z
        .literal("1", { error: 'must be "1", or left out' })
        .optional()
        .describe('"1" for items with what their last hourly census counted'),
    }),
  },
  responses: {
    200: json(organizationList, "One page, oldest first; nextCursor while there is more"),
    ...answers.invalid,
  },
});

const detailRoute = route({
  ...allow.member(noToken),
  method: "get",
  path: "/organizations/{id}",
  summary: "One organization with its members; your own, or any for super admins",
  request: { params: idParams },
  responses: { 200: json(organizationDetail, "The organization"), ...answers.ofObject },
});

const createRoute = route({
  ...allow.superAdmin,
  method: "post",
  path: "/organizations",
  "x-audit": "organization.created",
  summary: "Create an organization",
  request: { body: jsonBody(organizationInput, "Name and description") },
  responses: { 201: json(organization, "The organization, without members"), ...answers.invalid },
});

const changeRoute = route({
  ...allow.superAdmin,
  method: "put",
  path: "/organizations/{id}",
  "x-audit": "organization.changed",
  summary: "Change name and description of an organization",
  description: "An omitted description stays unchanged; an empty one is removed.",
  request: { params: idParams, body: jsonBody(organizationInput, "Name and description") },
  responses: {
    200: json(organization, "The organization as it is now"),
    ...answers.ofObject,
    ...answers.managed,
  },
});

const deleteRoute = route({
  ...allow.superAdmin,
  method: "delete",
  path: "/organizations/{id}",
  "x-audit": "organization.deleted",
  summary: "Delete an organization with everything in it",
  description:
    "Its deployments, agent keys and integrations go with it; its members stay as accounts without organization. " +
    "From the first call on it is gone for everybody. A large one takes several calls: repeat until 204.",
  request: { params: idParams },
  responses: {
    202: { description: "More is left to delete: call again" },
    204: { description: "Deleted" },
    ...answers.ofObject,
    ...answers.managed,
  },
});

export const organizations = router()
  .openapi(listRoute, async (c) => {
    const { counts, ...page } = c.req.valid("query");
    return c.json(await list(c.var.ctx, { ...page, counts: counts && newestCounts }), 200);
  })
  .openapi(detailRoute, async (c) => c.json(await detail(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(createRoute, async (c) => c.json(await create(c.var.ctx, c.req.valid("json")), 201))
  .openapi(changeRoute, async (c) =>
    c.json(await change(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(deleteRoute, async (c) => {
    const done = await remove(c.var.ctx, c.req.valid("param").id);
    return c.body(null, done ? 204 : 202);
  });
