export type Order = "asc" | "desc";

/** Sorts entries by a value of their rows. The index they are from may know more about each. */
export type Sorter<Row, Index = unknown> = <Entry extends { row: Row }>(
  entries: readonly Entry[],
  order: Order,
  index: Index,
) => Entry[];

type Simple = string | number | bigint;

const ascending = (a: Simple, b: Simple) => (a < b ? -1 : 1);

/**
 * Sorts by a value. Rows without a value come last in both directions. Rows with equal values keep their
 * order.
 * @param compare returns a negative number when the first value is smaller, 0 when they are equal
 */
export function byValue<Row, Index = unknown>(
  valueOf: (row: Row, index: Index) => Simple | undefined,
): Sorter<Row, Index>;
export function byValue<Row, Value>(
  valueOf: (row: Row) => Value | undefined,
  compare: (a: Value, b: Value) => number,
): Sorter<Row>;
export function byValue<Row, Index>(
  valueOf: (row: Row, index: Index) => Simple | undefined,
  compare: (a: Simple, b: Simple) => number = ascending,
): Sorter<Row, Index> {
  return (entries, order, index) => {
    const sign = order === "asc" ? 1 : -1;
    return entries
      .map((entry) => ({ entry, value: valueOf(entry.row, index) }))
      .toSorted((a, b) => {
        if (a.value === b.value) return 0;
        if (a.value === undefined) return 1;
        if (b.value === undefined) return -1;
        return sign * compare(a.value, b.value);
      })
      .map(({ entry }) => entry);
  };
}
