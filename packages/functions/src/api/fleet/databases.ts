import type { ReaderContext } from "@shardwatch/core/access/context";
import { databaseColumns, databaseLine } from "@shardwatch/core/contract/csv/databases";
import { databaseList } from "@shardwatch/core/contract/deployment/database";
import { databaseSorts } from "@shardwatch/core/contract/deployment/database-sorts";
import {
  databasePage,
  type DatabaseQuery,
  databases as find,
} from "@shardwatch/core/deployment/fleet/databases";
import { everyJoin } from "@shardwatch/core/outlook/joins";
import * as z from "zod";
import { files } from "../../http/token-allowance.ts";
import { allow } from "../allow.ts";
import { aboutCsv, csvAnswer, csvBom, csvFile, mostRows } from "../csv/csv-answer.ts";
import { deploymentFilter, readFilter } from "../deployment-filter.ts";
import { joinParameters, joinsOf } from "../joins.ts";
import { organizationFilter, pagingUpTo, wholeNumber } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const largestDatabasePage = 100;
/** A cursor may hold a name of 200 characters, each escaped. */
const longestCursor = 3_000;
const orders = ["asc", "desc"] as const;
const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `must be one of ${words.join(", ")}` }).default(words[0] ?? "");

const databaseCursor = z.string().min(1).max(longestCursor).optional();

/** Parameters of a list of databases beside the filter and the usual ones of a list. */
const databaseOrder = {
  sort: oneOf(databaseSorts).describe("Unknown values come last in both orders"),
  order: oneOf(orders),
};

/** The same for a list that people turn the pages of. */
const databaseView = {
  ...databaseOrder,
  page: wholeNumber(999_999).optional().describe("Instead of a cursor: the first page is 1"),
  ...joinParameters,
};

const databasesRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/databases",
  summary: "Databases of all deployments of one organization; super admins name it",
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(largestDatabasePage),
      cursor: databaseCursor,
      ...databaseView,
      ...deploymentFilter,
    }),
  },
  responses: {
    200: json(databaseList, "One page, with the sums of all databases that the filter matches"),
    ...answers.ofOrganization,
  },
});

const databasesCsvRoute = route({
  ...allow.member("read", files),
  method: "get",
  path: "/databases.csv",
  summary: "Databases of all deployments of one organization as CSV; super admins name it",
  description: aboutCsv,
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(mostRows, mostRows),
      cursor: databaseCursor,
      bom: csvBom,
      ...databaseOrder,
      ...deploymentFilter,
    }),
  },
  responses: { ...csvFile, ...answers.ofOrganization },
});

const listed = (ctx: ReaderContext, query: Omit<DatabaseQuery, "limit" | "cursor">) => ({
  read: (limit: number, cursor: string | undefined) => databasePage(ctx, { ...query, limit, cursor }),
  cursorAfter: (one: { cursorAfter: () => string }) => one.cursorAfter(),
});

export const databases = router()
  .openapi(databasesRoute, async (c) => {
    const { figures, outlook, ...query } = c.req.valid("query");
    const asked = readFilter(c.req.url, Object.keys(databaseView));
    const joins = joinsOf({ figures, outlook }, asked.filter, query.sort);
    return c.json(await find(c.var.ctx, { ...query, ...asked, joins }), 200);
  })
  .openapi(databasesCsvRoute, async (c) => {
    const { bom, limit, cursor, ...query } = c.req.valid("query");
    const filter = readFilter(c.req.url, ["bom", ...Object.keys(databaseOrder)]);
    const rows = listed(c.var.ctx, { ...query, ...filter, joins: everyJoin });
    const file = { noun: "databases", columns: databaseColumns, rows };
    return await csvAnswer(c, { ...file, lineOf: ({ row }) => databaseLine(row) }, { bom, limit, cursor });
  });
