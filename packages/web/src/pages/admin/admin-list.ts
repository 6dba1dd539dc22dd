import { defineList, type ListIndex, type ListPage } from "../../lib/list-index.ts";
import type { Paging } from "../../lib/paging.ts";

/**
 * A list of the admin area. The search matches any text of a row. Rows are ordered by the first text, then
 * the last.
 */
export function adminList<Row extends { id: string }>(textsOf: (row: Row) => readonly [string, ...string[]]) {
  const { createIndexer, takeRows } = defineList<Row>({
    keyOf: ({ id }) => id,
    nameOf: (row) => textsOf(row)[0],
    tieOf: (row) => textsOf(row).at(-1) ?? "",
    textsOf,
  });
  const take = (index: ListIndex<Row>, { search, ...paging }: Paging & { search: string }): ListPage<Row> =>
    takeRows(index, { ...paging, search: search.trim() });
  return { createIndexer, take };
}
