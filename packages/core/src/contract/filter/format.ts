import { type FieldName, fieldNames, fields } from "./fields.ts";
import type { Filter } from "./filter.ts";
import { writeWords } from "./line.ts";
import type { Value } from "./value.ts";

/** The texts of values, each once, in one order. */
const textsOf = (name: FieldName, values: readonly Value[]): string[] =>
  [...new Set(values.map(fields[name].write))].toSorted();

/** The parameters of a filter, in one order. Equal filters have equal parameters. */
export function parametersOf({ search, terms }: Filter): [name: string, value: string][] {
  const written = fieldNames.flatMap((name): [string, string][] => {
    const { any, none } = terms.get(name) ?? { any: [], none: [] };
    const texts = [...textsOf(name, any), ...textsOf(name, none).map((text) => `-${text}`)];
    return texts.length > 0 ? [[name, texts.join(",")]] : [];
  });
  return search === "" ? written : [["search", search], ...written];
}

/** A query as text, without "?". A comma, a colon and a slash need no escape there, and are easier to read. */
export const queryText = (query: URLSearchParams): string =>
  query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%2F", "/");

/** The canonical text of a filter, as a query string without "?". Parsing it gives the same filter. */
export const formatFilter = (filter: Filter): string => queryText(new URLSearchParams(parametersOf(filter)));

/** Values of a field in a line: "util>90", "type:CLOUD,CLUSTER". */
export function writeTerm(name: FieldName, values: readonly Value[]): string {
  const [only, ...others] = values;
  const comparison = only && others.length === 0 ? fields[name].compare(only) : undefined;
  return `${name}${comparison ?? `:${textsOf(name, values).join(",")}`}`;
}

/** The same filter as people write it, also in one order: "orders util>90 tls:no". Parsing it gives the same filter. */
export function formatLine({ search, terms }: Filter): string {
  const written = fieldNames.flatMap((name) => {
    const { any, none } = terms.get(name) ?? { any: [], none: [] };
    return [
      ...(any.length > 0 ? [writeTerm(name, any)] : []),
      ...(none.length > 0 ? [`-${writeTerm(name, none)}`] : []),
    ];
  });
  return [...(search === "" ? [] : [writeWords(search)]), ...written].join(" ");
}
