import type { Database, DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { DatabaseFacts } from "../../contract/filter/database-facts.ts";
import { type Facts, factsOf } from "../../contract/filter/facts.ts";
import { isLastKnown } from "../../contract/filter/severity.ts";
import type { Joins } from "../read/joins.ts";
import { freshness, isCurrent } from "../rows/freshness.ts";
import type { LatestFigures } from "../rows/latest-figures.ts";
import type { ReplicaCount } from "../rows/replicas.ts";

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

/** The part of a list item that databases show, or that a filter or a rule asks about. */
export interface FleetItem extends Omit<
  DeploymentListItem,
  "databases" | "statusMessage" | "enterpriseAdminUrl" | "statusSince"
> {
  /** When the first of its servers' certificates ends, ISO 8601; absent when not known, or without TLS. */
  certificateEnd?: string;
  /** Absent while no primary had a replica. */
  replicas?: ReplicaCount;
  /** Whether one of its databases is a replica itself; absent for no. */
  isReplica?: true;
  /** When it was first reported, Unix epoch in milliseconds; absent in older rows. */
  born?: number;
}

/** What is stored of a deployment: what rarely changes. */
export interface StoredDeployment {
  item: FleetItem;
  databases: readonly Database[];
  /** The last known bytes used by each database, for when no pulse has any. */
  last: readonly (string | null)[];
}

/** How all that lists join is read, of a caller who reads the databases anyway. */
export type JoinsOver = (databases: () => Promise<readonly FleetDatabase[]>) => Joins;

/** The databases of these deployments, as `databasesOf` returns them. */
export const databasesIn = (
  stored: readonly StoredDeployment[],
  latest: ReadonlyMap<string, LatestFigures>,
  now: number,
): FleetDatabase[] => stored.flatMap((one) => databasesOf(one, latest.get(one.item.id), now));

/** The databases of a deployment with their latest figures, in the order of their ids. */
export function databasesOf(
  { item, databases, last }: StoredDeployment,
  latest: LatestFigures | undefined,
  now: number,
): FleetDatabase[] {
  const { stale, lastUpdated } = freshness(item.source, item.lastUpdated, latest, now);
  const figures = latest && isCurrent(latest, item.lastUpdated) ? latest.figures : undefined;
  const used = figures?.used ?? last;
  // Evictions are stored for a deployment, not for each of its databases.
  const { evicted } = figures ?? item;
  const status = stale ? "stale" : item.status;
  const current = { ...item, lastUpdated, evicted, status };
  // What a source last said about a database that it cannot read now may have changed since.
  const unread = isLastKnown(status) && { status };
  const deployment = { item, lastUpdated, facts: factsOf(current, now) };
  const all = databases.map((database, index): FleetDatabase => {
    const known = { ...database, memoryUsed: used[index] ?? null, ...unread };
    return { id: `${item.id}/${database.id}`, facts: new DatabaseFacts(known, deployment.facts), deployment };
  });
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
