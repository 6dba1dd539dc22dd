import type { ReaderContext } from "@shardwatch/core/access/context";
import { outlookColumns, outlookLine } from "@shardwatch/core/contract/csv/outlook";
import { outlook as outlookAnswer } from "@shardwatch/core/contract/outlook/outlook";
import { everyJoin } from "@shardwatch/core/outlook/joins";
import { outlook as find, outlookPage, type OutlookQuery } from "@shardwatch/core/outlook/outlook";
import * as z from "zod";
import { files } from "../../http/token-allowance.ts";
import { allow } from "../allow.ts";
import { aboutCsv, csvAnswer, csvBom, csvFile, mostRows } from "../csv/csv-answer.ts";
import { deploymentFilter, readFilter } from "../deployment-filter.ts";
import { organizationFilter, pagingUpTo, wholeNumber } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

/** Of about half a kilobyte each. A screen asks for all of them, and each page reads the fleet. */
const largestPage = 1_000;
const mostDays = 365;
const usualDays = 90;

const within = {
  within: wholeNumber(mostDays)
    .default(usualDays)
    .describe("Lists the dates of so many days from now, beside what is unclear and what is full"),
};

const outlookRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/outlook",
  summary: "When the memory of databases of one organization is full; super admins name it",
  description:
    "The trends end at the last midnight of UTC that is folded. Limits and memory used are those of now, so that a " +
    "limit that is changed counts at once. A date is said only where the past allows one.",
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(largestPage),
      ...within,
      all: z
        .literal("true", { error: 'must be "true", or left out' })
        .optional()
        .describe("Lists every database, also one that does not grow and one without a limit"),
      ...deploymentFilter,
    }),
  },
  responses: {
    200: json(outlookAnswer, "One page, with the counts of all databases that the filter matches"),
    ...answers.ofOrganization,
  },
});

const outlookCsvRoute = route({
  ...allow.member("read", files),
  method: "get",
  path: "/outlook.csv",
  summary: "The same databases as CSV",
  description: aboutCsv,
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(mostRows, mostRows),
      bom: csvBom,
      ...within,
      ...deploymentFilter,
    }),
  },
  responses: { ...csvFile, ...answers.ofOrganization },
});

const listed = (ctx: ReaderContext, query: Omit<OutlookQuery, "limit" | "cursor">) => ({
  read: (limit: number, cursor: string | undefined) => outlookPage(ctx, { ...query, limit, cursor }),
  cursorAfter: (one: { cursorAfter: () => string }) => one.cursorAfter(),
});

export const outlook = router()
  .openapi(outlookRoute, async (c) => {
    const asked = readFilter(c.req.url, ["within", "all"]);
    const { all, ...query } = c.req.valid("query");
    const page = { ...query, all: all !== undefined, ...asked, joins: everyJoin };
    return c.json(await find(c.var.ctx, page), 200);
  })
  .openapi(outlookCsvRoute, async (c) => {
    const { bom, limit, cursor, ...query } = c.req.valid("query");
    const asked = readFilter(c.req.url, ["bom", "within"]);
    const rows = listed(c.var.ctx, { ...query, ...asked, joins: everyJoin });
    const file = { noun: "outlook", columns: outlookColumns, rows };
    return await csvAnswer(c, { ...file, lineOf: ({ row }) => outlookLine(row) }, { bom, limit, cursor });
  });
