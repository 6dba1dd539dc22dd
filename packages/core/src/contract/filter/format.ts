import { type FieldName, fieldNames, fields } from "./fields.ts";
import type { Filter } from "./filter.ts";
import type { Term } from "./value.ts";

/** The texts of a term's values, each once, in one order. */
function textsOf(name: FieldName, { any, none }: Term): string[] {
  const { write } = fields[name];
  const sorted = (texts: string[]) => [...new Set(texts)].toSorted();
  return [...sorted(any.map(write)), ...sorted(none.map((value) => `-${write(value)}`))];
}

/** The parameters of a filter, in one order. Equal filters have equal parameters. */
export function parametersOf({ search, terms }: Filter): [name: string, value: string][] {
  const written = fieldNames.flatMap((name): [string, string][] => {
    const term = terms.get(name);
    return term ? [[name, textsOf(name, term).join(",")]] : [];
  });
  return search === "" ? written : [["search", search], ...written];
}

/** A query as text, without "?". A comma, a colon and a slash need no escape there, and are easier to read. */
export const queryText = (query: URLSearchParams): string =>
  query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");

/** The canonical text of a filter, as a query string without "?". Parsing it gives the same filter. */
export const formatFilter = (filter: Filter): string => queryText(new URLSearchParams(parametersOf(filter)));
