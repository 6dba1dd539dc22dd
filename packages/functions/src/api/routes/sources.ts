import { sourceStateList } from "@shardwatch/core/contract/source/state";
import { sourceStates } from "@shardwatch/core/sources";
import * as z from "zod";
import { allow } from "../allow.ts";
import { ownOrganizationFilter } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const listRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/sources",
  summary: "Agent keys and connected accounts of an organization, with their last and next reading",
  request: { query: z.object({ organizationId: ownOrganizationFilter }) },
  responses: {
    200: json(sourceStateList, "By kind and the oldest first, without any secret"),
    ...answers.ofOrganization,
  },
});

export const sources = router().openapi(listRoute, async (c) =>
  c.json({ sources: await sourceStates(c.var.ctx, c.req.valid("query").organizationId) }, 200),
);
