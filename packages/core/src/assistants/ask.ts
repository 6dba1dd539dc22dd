import { type FieldName, fieldNames, isField } from "../contract/filter/fields.ts";
import type { Filter } from "../contract/filter/filter.ts";
import { nearest } from "../contract/filter/nearest.ts";
import { parseText } from "../contract/filter/parse.ts";
import { describe } from "../contract/filter/words.ts";
import { wrongFields } from "../kit/problem.ts";

const see = "filter_help lists the fields.";

/** Fields that say nothing in one organization, or that are columns of their own. */
const notColumns: readonly FieldName[] = ["org", "id"];

/** The filter of a text. Throws invalid with sentences that quote nothing of the text. */
export function readFilter(text: string | undefined): Filter {
  const { filter, faults } = parseText(text ?? "", [], nearest);
  if (faults.length > 0) throw wrongFields([`filter: ${faults.map(sentenceOf).join("; ")}. ${see}`]);
  return filter;
}

/** A fault begins with a field, or with what somebody took for one. */
function sentenceOf(fault: string): string {
  const [name = ""] = fault.split(":");
  if (isField(name) || name === "search") return `has a wrong value: ${fault.replace(":", "")}`;
  const meant = /; did you mean (\w+)\?$/.exec(fault)?.[1];
  return `has a name that is not a field${guess(meant)}`;
}

const guess = (meant: string | undefined): string => (meant === undefined ? "" : ` (did you mean ${meant}?)`);

/** The filter in words, one part each. They have what the caller searches for, so they belong below `data`. */
export const wordsOf = (filter: Filter): string[] | undefined => {
  const parts = describe(filter).map(({ label, text }) => `${label}: ${text}`);
  return parts.length > 0 ? parts : undefined;
};

/** The field of a name. Throws invalid, with the name that was probably meant. */
export function readField(name: string, argument: string): FieldName {
  if (isField(name)) return name;
  const meant = nearest(name, fieldNames);
  throw wrongFields([`${argument}: is not a field${guess(meant)}. ${see}`]);
}

/** The columns that a list has beside the usual ones: what the filter and the order ask about, and what was asked for. */
export function furtherColumns(
  usual: readonly string[],
  asked: { filter: Filter; sort: string; columns: readonly string[] },
): FieldName[] {
  const wanted = [
    ...asked.columns.map((name) => readField(name, "columns")),
    ...asked.filter.terms.keys(),
    ...(isField(asked.sort) ? [asked.sort] : []),
  ];
  return [...new Set(wanted)].filter((name) => !usual.includes(name) && !notColumns.includes(name));
}
