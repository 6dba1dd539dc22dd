import { compareTexts } from "../../lib/compare-texts.ts";

/** Those rows of which a text holds what was searched for, in any case, ordered by their first text. */
export function matching<Row>(
  rows: readonly Row[],
  search: string,
  textsOf: (row: Row) => readonly [string, ...string[]],
): Row[] {
  const wanted = search.trim().toLowerCase();
  return rows
    .filter((row) => textsOf(row).some((text) => text.toLowerCase().includes(wanted)))
    .toSorted((one, other) => {
      const [ones, others] = [textsOf(one), textsOf(other)];
      return compareTexts(ones[0], others[0]) || compareTexts(ones.at(-1) ?? "", others.at(-1) ?? "");
    });
}
