import { type FieldName, fieldNames, fields } from "./fields.ts";
import { type Filter, withTerm } from "./filter.ts";
import type { Term } from "./value.ts";

/** One part of a filter for people. */
export interface Part {
  /** "search", or the name of the field. */
  name: "search" | FieldName;
  label: string;
  /** "at least 90 %", "Cluster or Standalone, not Redis Cloud" */
  text: string;
  /** The filter without this part. */
  without: Filter;
}

function textOf(name: FieldName, { any, none }: Term): string {
  const { show } = fields[name];
  const wanted = any.map(show).join(" or ");
  const unwanted = none.length > 0 ? `not ${none.map(show).join(" or ")}` : "";
  return [wanted, unwanted].filter((text) => text !== "").join(", ");
}

/** The parts of a filter, in the order of the canonical text. */
export function describe(filter: Filter): Part[] {
  const { search, terms } = filter;
  const parts = fieldNames.flatMap((name): Part[] => {
    const term = terms.get(name);
    if (!term) return [];
    return [
      {
        name,
        label: fields[name].label,
        text: textOf(name, term),
        without: withTerm(filter, name, undefined),
      },
    ];
  });
  if (search === "") return parts;
  return [{ name: "search", label: "Search", text: search, without: { search: "", terms } }, ...parts];
}
