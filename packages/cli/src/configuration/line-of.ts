import { formatLine } from "@shardwatch/core/contract/filter/format";
import { parseText } from "@shardwatch/core/contract/filter/parse";

/** The filter as people write it. One of another release may hold what this one does not know, and stays as it is. */
export function lineOf(text: string): string {
  const { filter, faults } = parseText(text, []);
  return faults.length > 0 ? text : formatLine(filter);
}
