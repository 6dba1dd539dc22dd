import type { FieldName } from "./fields.ts";
import type { Term } from "./value.ts";

/** A question about deployments. Terms of different fields must all hold. */
export interface Filter {
  /** A part of the name in any case, or a whole id. */
  readonly search: string;
  readonly terms: ReadonlyMap<FieldName, Term>;
}

/** Matches every deployment. No other filter does, so callers may compare with it. */
export const everything: Filter = { search: "", terms: new Map() };

/** The filter of these parts. */
export const filterOf = (search: string, terms: Filter["terms"]): Filter =>
  search === "" && terms.size === 0 ? everything : { search, terms };

/** The filter with the values of one field replaced. An empty term removes the field. */
export function withTerm({ search, terms }: Filter, name: FieldName, term: Term | undefined): Filter {
  const changed = new Map(terms);
  changed.delete(name);
  if (term && term.any.length + term.none.length > 0) changed.set(name, term);
  return filterOf(search, changed);
}
