import { unseenIn } from "../../kit/foreign-text.ts";
import { longestFilter } from "../deployment/view.ts";
import { formatFilter } from "./format.ts";
import { nearest } from "./nearest.ts";
import { parseText } from "./parse.ts";

/** The one text of a filter that is written as a line or as an address, and a sentence for each part without sense. */
export function canonicalText(text: string): { canonical: string; faults: string[] } {
  const { filter, faults } = parseText(text, [], nearest);
  const canonical = formatFilter(filter);
  // Others read the search of a shared view. No other value can hold such characters.
  const unseen = unseenIn(filter.search);
  if (unseen) faults.push(`search: must not contain characters that cannot be seen, like ${unseen}`);
  if (canonical.length > longestFilter)
    faults.push(`filter: must be no more than ${longestFilter} characters long`);
  return { canonical, faults };
}
