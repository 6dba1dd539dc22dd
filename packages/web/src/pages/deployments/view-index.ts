import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { compareTexts } from "../../lib/compare-texts.ts";
import { type DeploymentName, keyOf } from "../../lib/deployment-key.ts";
import { type Page, takePage } from "../../lib/paging.ts";
import { byName } from "../../lib/by-name.ts";
import { type Order, type SortField, sortedBy } from "./sorting.ts";
import type { View } from "./view.ts";

interface Entry {
  row: DeploymentListItem;
  /** The name as it is searched. */
  lowerName: string;
}

/** All rows that are loaded, with every order in which they were asked for. */
export interface ViewIndex {
  rows: readonly DeploymentListItem[];
  /** By name, the same name by id and organization. */
  byName: readonly Entry[];
  /** Where each row stands there, by `keyOf`. */
  places: ReadonlyMap<string, number>;
  /** Orders that were asked for before, by field and direction. */
  orders: Map<string, readonly Entry[]>;
}

/** The rows in the order that those known before had, and the new ones after them. */
function inFormerOrder(
  rows: readonly DeploymentListItem[],
  before: ViewIndex,
): readonly DeploymentListItem[] {
  const known: (DeploymentListItem | undefined)[] = Array.from({ length: before.byName.length });
  const others: DeploymentListItem[] = [];
  for (const row of rows) {
    const place = before.places.get(keyOf(row));
    if (place === undefined) others.push(row);
    else known[place] = row;
  }
  return [...known.filter((row) => row !== undefined), ...others];
}

/**
 * The index of these rows. To compare ten thousand names takes longer than a frame lasts, so the sort starts from
 * the order of the index before: what is nearly sorted already is sorted in one pass.
 */
export function indexRows(rows: readonly DeploymentListItem[], before?: ViewIndex): ViewIndex {
  const sorted = (before ? inFormerOrder(rows, before) : rows).toSorted(byName);
  const entries = sorted.map((row) => ({ row, lowerName: row.name.toLowerCase() }));
  const places = new Map(sorted.map((row, place) => [keyOf(row), place]));
  return { rows, byName: entries, places, orders: new Map() };
}

/** The row of that deployment. */
export function findRow(
  { byName: entries, places }: ViewIndex,
  deployment: DeploymentName,
): DeploymentListItem | undefined {
  const place = places.get(keyOf(deployment));
  return place === undefined ? undefined : entries[place]?.row;
}

/** An indexer that remembers its last index, for rows that arrive bit by bit and come again every minute. */
export function createIndexer(): (rows: readonly DeploymentListItem[]) => ViewIndex {
  let last: ViewIndex | undefined;
  return (rows) => {
    if (last?.rows !== rows) last = indexRows(rows, last);
    return last;
  };
}

function inOrder(index: ViewIndex, sort: SortField, order: Order): readonly Entry[] {
  const key = `${sort} ${order}`;
  const known = index.orders.get(key);
  if (known) return known;
  const entries = sort === "name" ? byNameIn(index, order) : sortedBy(index.byName, sort, order);
  index.orders.set(key, entries);
  return entries;
}

/** Downwards too, the same name stands in the order of the ids. */
function byNameIn({ byName: upwards }: ViewIndex, order: Order): readonly Entry[] {
  if (order === "asc") return upwards;
  return upwards.toSorted((a, b) => compareTexts(b.row.name, a.row.name));
}

export interface ViewPage extends Page<DeploymentListItem> {
  /** How many rows there are after filtering, on all pages. */
  total: number;
}

/** The page that a view shows of the rows: filtered, in order, ten at a time. */
export function takeView(index: ViewIndex, { search, type, sort, order, ...paging }: View): ViewPage {
  const needle = search.toLowerCase();
  const entries = inOrder(index, sort, order).filter(
    ({ row, lowerName }) => (type === undefined || row.type === type) && lowerName.includes(needle),
  );
  const { rows, ...page } = takePage(entries, paging);
  return { ...page, rows: rows.map(({ row }) => row), total: entries.length };
}
