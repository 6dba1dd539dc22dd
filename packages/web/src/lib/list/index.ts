import { atOnce } from "../loading/in-slices.ts";
import { type Page, type Paging, takePage } from "./paging.ts";
import { compareKeyed, type Keyed, sortKey } from "./sort-key.ts";
import type { Order, Sorter } from "./sorting.ts";

interface Entry<Row> extends Keyed {
  row: Row;
  /** The searched text, in lower case. */
  text: string;
}

/** Rows sorted by name, with every other order that was requested. */
export interface ListIndex<Row> {
  rows: readonly Row[];
  presorted: readonly Entry<Row>[];
  /** The position of each row there, by key. A first visit does not need it. */
  positions: () => ReadonlyMap<string, number>;
  /** Cached orders, by field and direction. */
  orders: Map<string, readonly Entry<Row>[]>;
}

export interface ListPage<Row> extends Page<Row> {
  /** How many rows pass the filters, on all pages. */
  total: number;
}

interface ListRules<Row, Index> {
  /** A unique key of each row. */
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Orders rows with the same name, so that the order is stable. */
  tieOf: (row: Row) => string;
  /** The searched text; the name by default. */
  textsOf?: (row: Row) => readonly string[];
  /** Further sort fields. */
  sorters?: Readonly<Record<string, Sorter<Row, Index>>>;
}

interface ListView<Row> extends Paging {
  /** The search text, in any case. */
  search: string;
  /** "name", or the name of a sorter. */
  sort?: string;
  order?: Order;
  /** Whether a row passes the other filters. */
  keep?: (row: Row) => boolean;
}

/** How many rows are worked on between two chances to pause. It takes less than a millisecond. */
const stepRows = 250;

/** Work that can pause, and its result. */
export type Steps<Result> = Generator<undefined, Result>;

/** Merges two sorted lists. */
function* merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Steps<Item[]> {
  const merged: Item[] = [];
  let place = 0;
  for (const [index, item] of one.entries()) {
    if (index % stepRows === 0) yield;
    for (let next = other[place]; next !== undefined && compare(next, item) < 0; next = other[place]) {
      merged.push(next);
      place += 1;
    }
    merged.push(item);
  }
  return [...merged, ...other.slice(place)];
}

/**
 * Filters, sorts and pages rows of one kind. Comparing ten thousand names takes longer than a frame, so an
 * index keeps them sorted by name. Rows that arrive page by page are sorted page by page. Reloaded rows start
 * from the previous order: sorting nearly sorted rows takes one pass.
 */
export function defineList<Row, Index extends ListIndex<Row> = ListIndex<Row>>({
  keyOf,
  nameOf,
  tieOf,
  textsOf,
  sorters = {},
}: ListRules<Row, Index>) {
  const byName = (a: Entry<Row>, b: Entry<Row>) =>
    compareKeyed(a, b) || (tieOf(a.row) < tieOf(b.row) ? -1 : 1);
  const textOf = (row: Row) => (textsOf ? textsOf(row).join("\n") : nameOf(row)).toLowerCase();

  function* entriesOf(rows: readonly Row[]): Steps<Entry<Row>[]> {
    const entries: Entry<Row>[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % stepRows === 0) yield;
      const name = nameOf(row);
      entries.push({ row, name, key: sortKey(name), text: textOf(row) });
    }
    return entries;
  }

  function inFormerOrder(rows: readonly Row[], before: ListIndex<Row>): readonly Row[] {
    const positions = before.positions();
    const known: (Row | undefined)[] = Array.from({ length: before.presorted.length });
    const others: Row[] = [];
    for (const row of rows) {
      const position = positions.get(keyOf(row));
      if (position === undefined) others.push(row);
      else known[position] = row;
    }
    return [...known.filter((row) => row !== undefined), ...others];
  }

  function* sortEntries(rows: readonly Row[], before: ListIndex<Row> | undefined): Steps<Entry<Row>[]> {
    if (!before) return (yield* entriesOf(rows)).toSorted(byName);
    const isFurtherPage = before.rows.every((row, place) => rows[place] === row);
    if (!isFurtherPage) return (yield* entriesOf(inFormerOrder(rows, before))).toSorted(byName);
    const further = (yield* entriesOf(rows.slice(before.rows.length))).toSorted(byName);
    yield;
    return yield* merge(before.presorted, further, byName);
  }

  /** Builds the index of these rows in steps. */
  function* indexInSteps(rows: readonly Row[], before?: ListIndex<Row>): Steps<ListIndex<Row>> {
    const presorted = yield* sortEntries(rows, before);
    let positions: ReadonlyMap<string, number> | undefined;
    return {
      rows,
      presorted,
      positions: () => (positions ??= new Map(presorted.map(({ row }, position) => [keyOf(row), position]))),
      orders: new Map(),
    };
  }

  /** The index of these rows. */
  const indexRows = (rows: readonly Row[], before?: ListIndex<Row>): ListIndex<Row> =>
    atOnce(indexInSteps(rows, before));

  /** The row with that key. */
  function findRow({ presorted, positions }: ListIndex<Row>, key: string): Row | undefined {
    const position = positions().get(key);
    return position === undefined ? undefined : presorted[position]?.row;
  }

  function sortRows(index: Index, sort: string, order: Order): readonly Entry<Row>[] {
    const { presorted } = index;
    const sorter = sorters[sort];
    if (sorter) return sorter(presorted, order, index);
    if (order === "asc") return presorted;
    // Rows with the same name keep their order in both directions.
    return presorted.toSorted((a, b) => compareKeyed(b, a));
  }

  function inOrder(index: Index, sort: string, order: Order): readonly Entry<Row>[] {
    const key = `${sort} ${order}`;
    const known = index.orders.get(key) ?? sortRows(index, sort, order);
    index.orders.set(key, known);
    return known;
  }

  /** All rows that pass search and filters, sorted. */
  function findRows(index: Index, view: Omit<ListView<Row>, keyof Paging>): readonly Row[] {
    const { search, sort = "name", order = "asc", keep } = view;
    const needle = search.toLowerCase();
    const found: Row[] = [];
    for (const { row, text } of inOrder(index, sort, order))
      if (text.includes(needle) && keep?.(row) !== false) found.push(row);
    return found;
  }

  /** One page of the rows: filtered and sorted. */
  const takeRows = (index: Index, view: ListView<Row>): ListPage<Row> => pageOf(findRows(index, view), view);

  return { indexInSteps, indexRows, findRow, findRows, takeRows };
}

/** One page of rows that were found. */
export const pageOf = <Row>(found: readonly Row[], paging: Paging): ListPage<Row> => ({
  ...takePage(found, paging),
  total: found.length,
});
