import { type Filter } from "@shardwatch/core/contract/filter/filter";
import { formatLine } from "@shardwatch/core/contract/filter/format";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { parseText } from "@shardwatch/core/contract/filter/parse";
import { wrongUsage } from "./exit.ts";

/** The filter that the words of a command are. Throws a Failure that names what makes no sense in it. */
export function filterIn(words: readonly string[]): Filter {
  const { filter, faults } = parseText(words.join(" "), [], nearest);
  if (faults.length > 0)
    throw wrongUsage("The filter can't be read.", [
      ...faults,
      "Put it in quotes, because the shell reads > and < itself: 'util>90 tls:no'",
    ]);
  return filter;
}

/** The parameter of a request; none for a filter that matches all. */
export const lineOf = (filter: Filter): { q?: string } => {
  const line = formatLine(filter);
  return line === "" ? {} : { q: line };
};
