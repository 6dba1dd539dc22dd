import { defineList, type ListIndex, type ListPage } from "../../lib/list/index.ts";
import type { Paging } from "../../lib/list/paging.ts";

/**
 * A list of the admin area. The search matches any text of a row. Rows are ordered by the first text, then
 * the last.
 */
export function adminList<Row extends { id: string }>(textsOf: (row: Row) => readonly [string, ...string[]]) {
  const { indexRows, takeRows } = defineList<Row>({
    keyOf: ({ id }) => id,
    nameOf: (row) => textsOf(row)[0],
    tieOf: (row) => textsOf(row).at(-1) ?? "",
    textsOf,
  });
  /** An indexer that keeps its last index, for rows that reload every minute. */
  function createIndexer(): (rows: readonly Row[]) => ListIndex<Row> {
    let last: ListIndex<Row> | undefined;
    return (rows) => {
      if (last?.rows !== rows) last = indexRows(rows, last);
      return last;
    };
  }
  const take = (index: ListIndex<Row>, { search, ...paging }: Paging & { search: string }): ListPage<Row> =>
    takeRows(index, { ...paging, search: search.trim() });
  return { createIndexer, take };
}
