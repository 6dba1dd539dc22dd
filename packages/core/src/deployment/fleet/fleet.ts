import type { DatabaseSort } from "../../contract/database.ts";
import type { Owner } from "../read/owners.ts";
import type { LatestFigures } from "../rows/latest-figures.ts";
import { databasesOf, type FleetDatabase, type StoredDeployment } from "./database.ts";
import { type Order, sortDatabases } from "./order.ts";

/** All databases of an organization, as they were known at one time. */
export class Fleet {
  /** In the order of their ids. */
  readonly databases: readonly FleetDatabase[];
  /** Who has their five-minute figures. */
  readonly owners: () => readonly Owner[];
  readonly #sorted = new Map<string, readonly FleetDatabase[]>();

  constructor(databases: readonly FleetDatabase[], owners: () => readonly Owner[]) {
    this.databases = databases;
    this.owners = owners;
  }

  /** The databases in an order. Each order is computed once. */
  sorted(sort: DatabaseSort, order: Order): readonly FleetDatabase[] {
    const key = `${sort} ${order}`;
    const known = this.#sorted.get(key) ?? sortDatabases(this.databases, sort, order);
    this.#sorted.set(key, known);
    return known;
  }
}

/** The fleet of stored deployments with their latest figures. */
export function assemble(
  stored: readonly StoredDeployment[],
  latest: ReadonlyMap<string, LatestFigures>,
  owners: () => readonly Owner[],
  now: number,
): Fleet {
  const byId = stored.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1));
  return new Fleet(
    byId.flatMap((deployment) => databasesOf(deployment, latest.get(deployment.item.id), now)),
    owners,
  );
}
