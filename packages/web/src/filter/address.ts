import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import { type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { parametersOf } from "@shardwatch/core/contract/filter/format";
import { lineParameter, parseFilter } from "@shardwatch/core/contract/filter/parse";
import { isWord } from "@shardwatch/core/contract/filter/value";
import { isOrganization, parameters } from "../lib/address/urls.ts";

/** The parameters of a filter: the search, each field, and a line, which a repaired address does not have. */
export const filterParameters: readonly string[] = [parameters.search, lineParameter, ...fieldNames];

/**
 * Reads the filter from an address. What makes no sense counts as not set.
 * @param choosesOrganization whether the person may choose organizations; others have their own
 */
export function readFilter(query: URLSearchParams, choosesOrganization: boolean): Filter {
  const known = [...query].filter(([name]) => filterParameters.includes(name));
  const { filter } = parseFilter(known, []);
  const chosen = filter.terms.get("org");
  if (!chosen) return filter;
  const exists = (value: (typeof chosen.any)[number]) => isWord(value) && isOrganization(value.word);
  const { any, none } = chosen;
  return withTerm(
    filter,
    "org",
    choosesOrganization ? { any: any.filter(exists), none: none.filter(exists) } : undefined,
  );
}

/** The query with the filter in its canonical text. Other parameters stay. */
export function writeFilter(query: URLSearchParams, filter: Filter): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of filterParameters) next.delete(name);
  for (const [name, value] of parametersOf(filter)) next.set(name, value);
  return next;
}

/**
 * The organization whose deployments are loaded; undefined for all. A filter with several organizations needs
 * them all.
 */
export function organizationOf({ terms }: Filter): string | undefined {
  const { any = [], none = [] } = terms.get("org") ?? {};
  const [only] = any;
  return any.length === 1 && none.length === 0 && only && isWord(only) ? only.word : undefined;
}

/** The filter with one organization, or with all. */
export const withOrganization = (filter: Filter, organization: string | undefined): Filter =>
  withTerm(
    filter,
    "org",
    organization === undefined ? undefined : { any: [{ word: organization }], none: [] },
  );
