import { formatFilter } from "../contract/filter/format.ts";
import { nearest } from "../contract/filter/nearest.ts";
import { parseText } from "../contract/filter/parse.ts";
import { longestFilter } from "../contract/deployment/view.ts";
import { unseenIn } from "../kit/foreign-text.ts";
import { wrongFields } from "../kit/problem.ts";

/** The one text of a filter that is written as a line or as an address. Throws invalid with a sentence for each part that makes no sense. */
export function canonicalFilter(text: string): string {
  const { filter, faults } = parseText(text, [], nearest);
  const canonical = formatFilter(filter);
  // Others read the search of a shared view. No other value can hold such characters.
  const unseen = unseenIn(filter.search);
  if (unseen) faults.push(`search: must not contain characters that cannot be seen, like ${unseen}`);
  if (canonical.length > longestFilter)
    faults.push(`filter: must be no more than ${longestFilter} characters long`);
  if (faults.length > 0) throw wrongFields(faults);
  return canonical;
}
