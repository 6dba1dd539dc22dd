import type { DatabaseSort } from "../../contract/deployment/database-sorts.ts";
import { type OptionalColumn, optionalColumns } from "../../contract/deployment/optional-columns.ts";
import type { DatabaseFacts } from "../../contract/filter/database-facts.ts";
import type { DeploymentExtras } from "../read/joins.ts";
import type { Owner } from "../read/owners.ts";
import type { LatestFigures } from "../rows/latest-figures.ts";
import { databasesIn, type FleetDatabase, type StoredDeployment } from "./database.ts";
import { type Order, sortDatabases } from "./order.ts";

/** What the columns show that may be empty. */
const values: Record<OptionalColumn, (facts: DatabaseFacts) => string | boolean | null | undefined> = {
  version: ({ database }) => database.engine ?? database.version,
  policy: ({ database }) => database.evictionPolicy,
  tls: ({ database }) => database.tlsEnabled,
  region: ({ regions }) => (regions?.length === 1 ? regions[0] : null),
  nodeType: ({ database }) => database.nodeType,
  persistence: ({ database }) => database.persistence,
};

/** All databases of an organization, as they were known at one time. */
export class Fleet {
  /** In the order of their ids. */
  readonly databases: readonly FleetDatabase[];
  /** Who has their five-minute figures. */
  readonly owners: () => readonly Owner[];
  readonly #sorted = new Map<string, readonly FleetDatabase[]>();
  #empty: OptionalColumn[] | undefined;

  constructor(databases: readonly FleetDatabase[], owners: () => readonly Owner[]) {
    this.databases = databases;
    this.owners = owners;
  }

  /** The same with what is joined to each database. That of a deployment is found at once. */
  with(extras: ReadonlyMap<string, DeploymentExtras>): Fleet {
    return new Fleet(withExtras(this.databases, extras), this.owners);
  }

  /** The columns in which no database has anything. Computed once. */
  get empty(): OptionalColumn[] {
    const isThere = (column: OptionalColumn) =>
      this.databases.some(({ facts }) => (values[column](facts) ?? "") !== "");
    return (this.#empty ??= optionalColumns.filter((column) => !isThere(column)));
  }

  /** The databases in an order. Each order is computed once. */
  sorted(sort: DatabaseSort, order: Order): readonly FleetDatabase[] {
    const key = `${sort} ${order}`;
    const known = this.#sorted.get(key) ?? sortDatabases(this.databases, sort, order);
    this.#sorted.set(key, known);
    return known;
  }
}

/** These databases with what is joined to them. */
export function withExtras(
  databases: readonly FleetDatabase[],
  extras: ReadonlyMap<string, DeploymentExtras>,
): FleetDatabase[] {
  const all = [...databases];
  const places = Map.groupBy(databases.keys(), (place) => databases[place]?.deployment);
  for (const [deployment, own] of places) {
    const ids = own.map((place) => databases[place]?.facts.database.id ?? "");
    const found = deployment && extras.get(deployment.item.id)?.ofEach(ids);
    for (const [index, place] of own.entries()) {
      const database = databases[place];
      if (database && found) all[place] = { ...database, facts: database.facts.with(found[index]) };
    }
  }
  return all;
}

/** The fleet of stored deployments with their latest figures. */
export function assemble(
  stored: readonly StoredDeployment[],
  latest: ReadonlyMap<string, LatestFigures>,
  owners: () => readonly Owner[],
  now: number,
): Fleet {
  const byId = stored.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1));
  return new Fleet(databasesIn(byId, latest, now), owners);
}
