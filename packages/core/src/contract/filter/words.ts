import { type FieldName, fieldNames, fields } from "./fields.ts";
import { type Filter, filterOf, withTerm } from "./filter.ts";
import { isWord, type Term, type Value } from "./value.ts";

/** One part of a filter for people. */
export interface Part {
  /** "search", or the name of the field. */
  name: "search" | FieldName;
  label: string;
  /** "at least 90%", "Cluster or Standalone, not Redis Cloud" */
  text: string;
  /** The filter without this part. */
  without: Filter;
}

/** What people call a word of a field, such as the name behind an id. Undefined for what the field says. */
export type NameOf = (field: FieldName, word: string) => string | undefined;

function textOf(name: FieldName, { any, none }: Term, nameOf: NameOf): string {
  const show = (value: Value) =>
    (isWord(value) ? nameOf(name, value.word) : undefined) ?? fields[name].show(value);
  const wanted = any.map(show).join(" or ");
  const unwanted = none.length > 0 ? `not ${none.map(show).join(" or ")}` : "";
  return [wanted, unwanted].filter((text) => text !== "").join(", ");
}

/** The parts of a filter, in the order of the canonical text. */
export function describe(filter: Filter, nameOf: NameOf = () => undefined): Part[] {
  const { search, terms } = filter;
  const parts = fieldNames.flatMap((name): Part[] => {
    const term = terms.get(name);
    if (!term) return [];
    return [
      {
        name,
        label: fields[name].label,
        text: textOf(name, term, nameOf),
        without: withTerm(filter, name, undefined),
      },
    ];
  });
  if (search === "") return parts;
  return [{ name: "search", label: "Search", text: search, without: filterOf("", terms) }, ...parts];
}
