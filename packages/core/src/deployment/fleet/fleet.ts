import type { DatabaseSort } from "../../contract/database.ts";
import type { Database, DeploymentListItem } from "../../contract/deployment.ts";
import { DatabaseFacts } from "../../contract/filter/database-facts.ts";
import { type Facts, factsOf } from "../../contract/filter/facts.ts";
import { freshness, isCurrent } from "../rows/freshness.ts";
import type { LatestFigures } from "../rows/pulse.table.ts";
import { type Order, sortDatabases } from "./order.ts";

/** A deployment as a fleet keeps it. */
interface FleetDeployment {
  item: FleetItem;
  facts: Facts;
  lastUpdated: string;
}

export interface FleetDatabase {
  /** Unique in the organization. */
  id: string;
  facts: DatabaseFacts;
  deployment: FleetDeployment;
}

/** The part of a list item that databases show, or that a filter asks about. */
export type FleetItem = Omit<
  DeploymentListItem,
  "databases" | "statusMessage" | "enterpriseAdminUrl" | "statusSince"
>;

/** What is stored of a deployment: what rarely changes. */
export interface StoredDeployment {
  item: FleetItem;
  databases: readonly Database[];
  /** The last known bytes used by each database, for when no pulse has any. */
  last: readonly (string | null)[];
}

/** All databases of an organization, as they were known at one time. */
export class Fleet {
  /** In the order of their ids. */
  readonly databases: readonly FleetDatabase[];
  readonly #sorted = new Map<string, readonly FleetDatabase[]>();

  constructor(databases: readonly FleetDatabase[]) {
    this.databases = databases;
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
  now: number,
): Fleet {
  const byId = stored.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1));
  return new Fleet(
    byId.flatMap((deployment) => databasesOf(deployment, latest.get(deployment.item.id), now)),
  );
}

function databasesOf(
  { item, databases, last }: StoredDeployment,
  latest: LatestFigures | undefined,
  now: number,
): FleetDatabase[] {
  const { stale, lastUpdated } = freshness(item.source, item.lastUpdated, latest, now);
  const figures = latest && isCurrent(latest, item.lastUpdated) ? latest.figures : undefined;
  const used = figures?.used ?? last;
  const current = { ...item, lastUpdated, ...(stale && { status: "stale" }) };
  const deployment = { item, lastUpdated, facts: factsOf(current, now) };
  const all = databases.map((database, index): FleetDatabase => {
    const known = { ...database, memoryUsed: used[index] ?? null, ...(stale && { status: "stale" }) };
    return { id: `${item.id}/${database.id}`, facts: new DatabaseFacts(known, deployment.facts), deployment };
  });
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
