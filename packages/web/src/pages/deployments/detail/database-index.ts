import type { Database } from "@shardwatch/core/contract/deployment";
import { readBytes } from "@shardwatch/core/kit/bytes";
import { type Page, takePage } from "../../../lib/paging.ts";
import { byName } from "../../../lib/by-name.ts";
import { databaseName } from "../describe.ts";
import type { DatabaseSort, DatabaseView } from "./database-view.ts";

interface Entry {
  row: Database;
  /** The name as it is shown, and as it is searched. */
  name: string;
  lowerName: string;
  used: bigint | undefined;
  limit: bigint | undefined;
}

/** The databases of a deployment by name, with their figures read once. */
export type DatabaseIndex = readonly Entry[];

/** The index of these databases; sorting and filtering start from it. */
export function indexDatabases(databases: readonly Database[]): DatabaseIndex {
  return databases
    .map((row) => {
      const name = databaseName(row);
      const [used, limit] = [readBytes(row.memoryUsed), readBytes(row.memoryLimit)];
      return { row, id: row.id, name, lowerName: name.toLowerCase(), used, limit };
    })
    .toSorted(byName);
}

type Comparison = (a: Entry, b: Entry) => bigint;

/** What a database must have to take part in an order, and how two that have it compare; exact beyond 2^53. */
const orders: Record<
  Exclude<DatabaseSort, "name">,
  { has: (entry: Entry) => boolean; compare: Comparison }
> = {
  memoryUsed: {
    has: ({ used }) => used !== undefined,
    compare: (a, b) => (a.used ?? 0n) - (b.used ?? 0n),
  },
  // "0" is no limit set: neither the lowest nor the highest.
  memoryLimit: { has: ({ limit = 0n }) => limit > 0n, compare: (a, b) => (a.limit ?? 0n) - (b.limit ?? 0n) },
  utilization: {
    has: ({ used = 0n, limit = 0n }) => used > 0n && limit > 0n,
    compare: (a, b) => (a.used ?? 0n) * (b.limit ?? 0n) - (b.used ?? 0n) * (a.limit ?? 0n),
  },
};

/** In the order of a view; those without the value stand last in both directions, equal ones by name. */
function inOrder(index: DatabaseIndex, { sort, order }: DatabaseView): DatabaseIndex {
  if (sort === "name") return order === "asc" ? index : index.toReversed();
  const { has, compare } = orders[sort];
  const sign = order === "asc" ? 1n : -1n;
  const sorted = index.filter(has).toSorted((a, b) => {
    const difference = sign * compare(a, b);
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  });
  return [...sorted, ...index.filter((entry) => !has(entry))];
}

export interface DatabasePage extends Page<Database> {
  /** How many pass the filters, on all pages. */
  total: number;
}

/** The page that a view shows of the databases: filtered, in order. */
export function takeDatabases(index: DatabaseIndex, view: DatabaseView): DatabasePage {
  const needle = view.search.toLowerCase();
  const found = inOrder(index, view).filter(
    ({ row, lowerName }) => lowerName.includes(needle) && !(view.inactive && row.status === "active"),
  );
  const { rows, ...page } = takePage(found, view);
  return { ...page, rows: rows.map(({ row }) => row), total: found.length };
}
