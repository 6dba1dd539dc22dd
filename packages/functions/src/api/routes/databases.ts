import { databaseList, databaseSorts } from "@shardwatch/core/contract/database";
import { databases as find } from "@shardwatch/core/deployment/fleet/databases";
import * as z from "zod";
import { allow } from "../allow.ts";
import { deploymentFilter, readFilter } from "../deployment-filter.ts";
import { organizationFilter, pagingUpTo, wholeNumber } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const largestPage = 100;
/** A cursor may hold a name of 200 characters, each escaped. */
const longestCursor = 3_000;
const orders = ["asc", "desc"] as const;
const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `must be one of ${words.join(", ")}` }).default(words[0] ?? "");

/** The parameters of the route beside the filter and the usual ones of a list. */
const view = {
  sort: oneOf(databaseSorts).describe("Unknown values come last in both orders"),
  order: oneOf(orders),
  page: wholeNumber(999_999).optional().describe("Instead of a cursor: the first page is 1"),
};

const listRoute = route({
  ...allow.member,
  method: "get",
  path: "/databases",
  summary: "Databases of all deployments of one organization; super admins name it",
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(largestPage),
      cursor: z.string().min(1).max(longestCursor).optional(),
      ...view,
      ...deploymentFilter,
    }),
  },
  responses: {
    200: json(databaseList, "One page, with the sums of all databases that the filter matches"),
    ...answers.invalid,
    ...answers.forbidden,
  },
});

export const databases = router().openapi(listRoute, async (c) => {
  const query = { ...c.req.valid("query"), ...readFilter(c.req.url, Object.keys(view)) };
  return c.json(await find(c.var.ctx, query), 200);
});
