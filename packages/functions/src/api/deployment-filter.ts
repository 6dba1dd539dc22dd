import { fieldNames, fields } from "@shardwatch/core/contract/filter/fields";
import { type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { lineParameter, parseFilter } from "@shardwatch/core/contract/filter/parse";
import { isWord } from "@shardwatch/core/contract/filter/value";
import type { IncidentReader } from "@shardwatch/core/deployment/read/incident-join";
import { openTroubles } from "@shardwatch/core/incident/open-troubles";
import { wrongFields } from "@shardwatch/core/kit/problem";
import * as z from "zod";
import { organizationFilter } from "./paging.ts";

/** A field that is given twice has the values of both. */
const values = z.preprocess(
  (given) => (Array.isArray(given) ? given.join(",") : given),
  z.string().optional(),
);

/** The query parameters of the filter. `readFilter` reads them, because its faults name the right words. */
export const deploymentFilter = Object.fromEntries([
  [lineParameter, z.string().optional().describe('A filter as a line: "orders util>90 tls:no"')],
  ["search", z.string().optional().describe("A part of the name, or a whole id")],
  ...fieldNames.map((name) => [name, values.describe(fields[name].hint)] as const),
]) as Record<string, z.ZodType>;

const paged = ["organizationId", "limit", "cursor"];

/** A filter with all that a list needs to answer it. */
interface AskedFilter {
  filter: Filter;
  /** Where the filter names one. */
  organizationId?: string;
  incidents: IncidentReader;
}

/**
 * The filter in the address of a request. Throws invalid with a sentence for each parameter that makes no sense.
 * @param others names of the route's parameters that are not fields of the filter
 */
export function readFilter(url: string, others: readonly string[] = []): AskedFilter {
  const incidents = openTroubles;
  const query = new URL(url).searchParams;
  const { filter, faults } = parseFilter(query, [...paged, ...others], nearest);
  if (faults.length > 0) throw wrongFields(faults);
  const { any = [], none = [] } = filter.terms.get("org") ?? {};
  const [only] = any;
  if (any.length !== 1 || none.length > 0 || !only || !isWord(only) || query.has("organizationId"))
    return { filter, incidents };
  // One organization is read instead of all. Its id is checked as `organizationId` is.
  if (!organizationFilter.safeParse(only.word).success) return { filter, incidents };
  return { filter: withTerm(filter, "org", undefined), organizationId: only.word, incidents };
}
