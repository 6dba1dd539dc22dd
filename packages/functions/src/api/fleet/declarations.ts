import { databaseList, databaseSorts } from "@shardwatch/core/contract/deployment/database";
import * as z from "zod";
import { allow } from "../allow.ts";
import { aboutCsv, csvBom, csvFile } from "../csv/declarations.ts";
import { deploymentFilter } from "../deployment-filter.ts";
import { figuresParameter } from "../newest-figures.ts";
import { organizationFilter, pagingUpTo, wholeNumber } from "../paging.ts";
import { answers, json, route } from "../route.ts";

/** About 250 bytes each. */
const mostRows = 10_000;

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
      bom: csvBom,
      ...deploymentFilter,
    }),
  },
  responses: {
    ...csvFile,
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
  ...figuresParameter,
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
      bom: csvBom,
      ...databaseOrder,
      ...deploymentFilter,
    }),
  },
  responses: { ...csvFile, ...answers.invalid, ...answers.forbidden },
});
