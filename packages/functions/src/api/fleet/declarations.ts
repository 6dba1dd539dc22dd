import { databaseList, databaseSorts } from "@shardwatch/core/contract/database";
import * as z from "zod";
import { allow } from "../allow.ts";
import { deploymentFilter } from "../deployment-filter.ts";
import { organizationFilter, pagingUpTo, wholeNumber } from "../paging.ts";
import { answers, json, route } from "../route.ts";

/* Apart from their handlers, because the function `api` describes these routes without answering them. */

/** About 250 bytes each. */
const mostRows = 10_000;

const bom = z
  .literal("1", { error: 'must be "1", or left out' })
  .optional()
  .describe('"1" for a byte order mark at the beginning, with which Excel reads UTF-8');

const csv = {
  200: {
    description: "A file; Link names the rest where one answer cannot hold it",
    headers: z.object({
      link: z.string().optional().describe('The address of the next page, with rel="next"'),
      "content-disposition": z.string(),
    }),
    content: { "text/csv": { schema: z.string() } },
  },
} as const;
const aboutCsv =
  "RFC 4180, in UTF-8, with a header line. An empty cell is not known; none is known to be none, such as no " +
  "memory limit. A text that a spreadsheet could take as a formula begins with an apostrophe. The list in JSON " +
  "changes no text. Later pages have no header line, so all pages together are one file.";

export const deploymentsCsvRoute = route({
  ...allow.member,
  method: "get",
  path: "/deployments.csv",
  summary: "Deployments as CSV, in the order of the list",
  description: aboutCsv,
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(mostRows, mostRows),
      bom,
      ...deploymentFilter,
    }),
  },
  responses: {
    ...csv,
    ...answers.invalid,
    ...answers.forbidden,
  },
});

const largestDatabasePage = 100;
/** A cursor may hold a name of 200 characters, each escaped. */
const longestCursor = 3_000;
const orders = ["asc", "desc"] as const;
const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `must be one of ${words.join(", ")}` }).default(words[0] ?? "");

const databaseCursor = z.string().min(1).max(longestCursor).optional();

/** Parameters of a list of databases beside the filter and the usual ones of a list. */
export const databaseOrder = {
  sort: oneOf(databaseSorts).describe("Unknown values come last in both orders"),
  order: oneOf(orders),
};

/** The same for a list that people turn the pages of. */
export const databaseView = {
  ...databaseOrder,
  page: wholeNumber(999_999).optional().describe("Instead of a cursor: the first page is 1"),
};

export const databasesRoute = route({
  ...allow.member,
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
    ...answers.invalid,
    ...answers.forbidden,
  },
});

export const databasesCsvRoute = route({
  ...allow.member,
  method: "get",
  path: "/databases.csv",
  summary: "Databases of all deployments of one organization as CSV; super admins name it",
  description: aboutCsv,
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(mostRows, mostRows),
      cursor: databaseCursor,
      bom,
      ...databaseOrder,
      ...deploymentFilter,
    }),
  },
  responses: { ...csv, ...answers.invalid, ...answers.forbidden },
});

/** What the function `fleet` answers. */
export const fleetDeclarations = [databasesRoute, databasesCsvRoute, deploymentsCsvRoute];
