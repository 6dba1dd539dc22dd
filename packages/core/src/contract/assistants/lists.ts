import * as z from "zod";
import { asOf, extent, filter, filterWords, notes, paging, table } from "./parts.ts";

const order = z
  .enum(["asc", "desc"])
  .default("asc")
  .describe("asc: smallest first, desc: largest first. What is not known is last");

const ordering = {
  sort: z.string().max(20).default("name").describe("A field of the filter, or name"),
  order,
  columns: z.array(z.string().max(20)).max(12).default([]).describe("Fields of the filter to add as columns"),
};

const found = { ...asOf, ...extent, notes };
const rows = z.strictObject({ filter: filterWords, ...table.shape });

export const findDeployments = {
  input: z.strictObject({ filter, ...ordering, ...paging }),
  output: z.strictObject({ ...found, data: rows }),
};

export const findDatabases = {
  input: z.strictObject({ filter, ...ordering, ...paging }),
  output: z.strictObject({
    ...found,
    sums: z
      .strictObject({
        deployments: z.number(),
        memory: z.string().nullable(),
        maxmemory: z.string().nullable(),
        unlimited: z.number(),
      })
      .describe("Of all matches"),
    data: rows,
  }),
};

export const countBy = {
  input: z.strictObject({
    field: z.string().max(20).describe("A field of the filter with words, or version"),
    of: z
      .enum(["deployments", "databases"])
      .default("deployments")
      .describe("deployments: as a whole, databases: each of theirs"),
    filter,
    cursor: paging.cursor,
  }),
  output: z.strictObject({ ...found, data: rows }),
};

export const licenseAndSupport = {
  input: z.strictObject({
    days: z.int().min(0).max(1_000).default(90).describe("How far ahead. What has ended is always there"),
    filter,
    ...paging,
  }),
  output: z.strictObject({ ...found, support_as_of: z.string(), data: rows }),
};

export const filterHelp = {
  input: z.strictObject({}),
  output: z.strictObject({ grammar: z.array(z.string()), examples: z.array(z.string()), fields: table }),
};
