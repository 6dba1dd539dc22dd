import type { ReaderContext } from "@shardwatch/core/access/context";
import { licenseColumns, licenseLine } from "@shardwatch/core/contract/csv/licenses";
import { licensesOutlook } from "@shardwatch/core/contract/outlook/licenses";
import {
  cursorAfter,
  licensePage,
  type LicensesQuery,
  licenses as find,
} from "@shardwatch/core/outlook/licenses";
import * as z from "zod";
import { files } from "../../http/token-allowance.ts";
import { allow } from "../allow.ts";
import { aboutCsv, csvAnswer, csvBom, csvFile, mostRows } from "../csv/csv-answer.ts";
import { deploymentFilter, readFilter } from "../deployment-filter.ts";
import { joinsOf } from "../joins.ts";
import { organizationFilter, pagingUpTo } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

/** Each cluster takes a Query and a row: 500 take about a second. */
const mostClusters = 500;
/** A file reads the fleet anew for each page. So many take a few seconds; Link names the rest. */
const mostLines = 2_000;

const licensesRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/outlook/licenses",
  summary: "When the licenses of one organization end, and how long their shards last; super admins name it",
  description:
    "Clusters of Redis Enterprise with a license. The pace of the shards is that of the last 90 days. Expiry counts calendar days of UTC.",
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(mostClusters, mostClusters),
      ...deploymentFilter,
    }),
  },
  responses: {
    200: json(licensesOutlook, "One page, with the sums of all clusters that the filter matches"),
    ...answers.ofOrganization,
  },
});

const licensesCsvRoute = route({
  ...allow.member("read", files),
  method: "get",
  path: "/outlook/licenses.csv",
  summary: "The same as CSV; super admins name the organization",
  description: aboutCsv,
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(mostRows, mostRows),
      bom: csvBom,
      ...deploymentFilter,
    }),
  },
  responses: { ...csvFile, ...answers.ofOrganization },
});

/** What a list of licenses is asked with, from the filter in an address. */
function asked(url: string, others: readonly string[] = []) {
  const filter = readFilter(url, others);
  return { ...filter, joins: joinsOf({}, filter.filter) };
}

const listed = (ctx: ReaderContext, query: Omit<LicensesQuery, "limit" | "cursor">) => ({
  read: (limit: number, cursor: string | undefined) =>
    licensePage(ctx, { ...query, limit: Math.min(limit, mostClusters), cursor }),
  cursorAfter,
});

export const licenses = router()
  .openapi(licensesRoute, async (c) =>
    c.json(await find(c.var.ctx, { ...c.req.valid("query"), ...asked(c.req.url) }), 200),
  )
  .openapi(licensesCsvRoute, async (c) => {
    const { bom, limit, cursor, ...query } = c.req.valid("query");
    const rows = listed(c.var.ctx, { ...query, ...asked(c.req.url, ["bom"]) });
    const file = { noun: "licenses", columns: licenseColumns, rows };
    return await csvAnswer(
      c,
      { ...file, lineOf: licenseLine },
      { bom, limit: Math.min(limit, mostLines), cursor },
    );
  });
