import type { DatabaseSort } from "../../contract/deployment/database-sorts.ts";
import { joinedOf } from "../../contract/filter/compile.ts";
import type { DatabaseFacts } from "../../contract/filter/database-facts.ts";
import type { Joined } from "../../contract/filter/field.ts";
import { fields, isField } from "../../contract/filter/fields.ts";
import { urgencyOf } from "../../contract/filter/severity.ts";
import { badCursor, decodeCursor, encodeCursor } from "../../kit/cursor.ts";
import type { FleetDatabase } from "./database.ts";

export type Order = "asc" | "desc";
type Value = string | number | undefined;

const joined = (name: "ops" | "clients" | "hits" | "lag" | "frag" | "runway") => (facts: DatabaseFacts) =>
  fields[name].fact(facts) ?? undefined;

/** What databases are sorted by. A value that is unknown, or that does not exist, is undefined. */
const values: Record<DatabaseSort, (facts: DatabaseFacts) => Value> = {
  name: ({ shownName }) => shownName,
  deployment: ({ deployment }) => deployment.name,
  status: urgencyOf,
  version: ({ version }) => version,
  memory: ({ memory }) => memory ?? undefined,
  limit: ({ memoryLimit }) => memoryLimit ?? undefined,
  utilization: ({ utilization }) => utilization ?? undefined,
  policy: ({ policy }) => policy,
  tls: ({ tls }) => tls ?? undefined,
  region: ({ regions }) => regions?.[0],
  ops: joined("ops"),
  clients: joined("clients"),
  hits: joined("hits"),
  lag: joined("lag"),
  frag: joined("frag"),
  runway: joined("runway"),
  persistence: ({ persistence }) => persistence?.[0],
};

/** What an order needs that has to be joined. */
export const joinedBySort = (sort: DatabaseSort): ReadonlySet<Joined> =>
  joinedOf(isField(sort) ? [sort] : []);

/** Compares two values. Undefined comes last in both orders. */
function compare(a: Value, b: Value, order: Order): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b === (order === "asc") ? -1 : 1;
}

/**
 * The databases in an order.
 * @param databases sorted by id, so that equal values keep that order
 */
export function sortDatabases(
  databases: readonly FleetDatabase[],
  sort: DatabaseSort,
  order: Order,
): FleetDatabase[] {
  const of = values[sort];
  const keyed = databases.map((database) => ({ database, value: of(database.facts) }));
  return keyed.toSorted((a, b) => compare(a.value, b.value, order)).map(({ database }) => database);
}

interface View {
  sort: DatabaseSort;
  order: Order;
}

/** Where the page after a database starts, as an opaque text. It stays valid when databases come and go. */
export function writePlace(last: FleetDatabase, { sort, order }: View): string {
  const value = values[sort](last.facts);
  return encodeCursor({
    sort,
    order,
    id: last.id,
    ...(typeof value === "number" && { number: String(value) }),
    ...(typeof value === "string" && { text: value }),
  });
}

/** Reads the place of a page. Throws invalid for a cursor of another list or order. */
export function readPlace(cursor: string, { sort, order }: View) {
  const { sort: sorted, order: ordered, id, number, text, ...rest } = decodeCursor(cursor) ?? {};
  const value = number === undefined ? text : Number(number);
  if (sorted !== sort || ordered !== order || id === undefined || Object.keys(rest).length > 0)
    throw badCursor();
  const isAfter = (database: FleetDatabase) => {
    const compared = compare(values[sort](database.facts), value, order);
    return compared > 0 || (compared === 0 && database.id > id);
  };
  return {
    /** The index of the first database after the place; the length of the list when there is none. */
    findIn: (databases: readonly FleetDatabase[]): number => {
      const index = databases.findIndex(isAfter);
      return index < 0 ? databases.length : index;
    },
  };
}
