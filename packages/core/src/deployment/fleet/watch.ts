import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { NewestFigures } from "../../contract/deployment/deployment.ts";
import { type Facts, factsOf, percentOfLimit } from "../../contract/filter/facts.ts";
import type { Fact } from "../../contract/filter/value.ts";
import { type DeploymentSource, isRead } from "../../contract/source/source.ts";
import { type Owner, ownersOf } from "../read/owners.ts";
import { type AgentHealth, readHealth } from "../rows/agent-health.ts";
import { instanceOfPulse, sourceOfPulse } from "../rows/deployment.keys.ts";
import { freshness, isCurrent } from "../rows/freshness.ts";
import { measuredFields } from "../rows/item-text.ts";
import { type LatestFigures, latestFigures } from "../rows/latest-figures.ts";
import type { ReplicaCount } from "../rows/replicas.ts";
import { databasesIn, type FleetDatabase, type FleetItem, type StoredDeployment } from "./database.ts";
import { loadDeployments } from "./load.ts";
import type { FleetPulse } from "./page.ts";

/* What rules are judged on: its deployments and agents as plain data. Times are Unix epochs in milliseconds. */

export interface WatchedDatabase {
  id: string;
  name: string;
  status: string;
  /** Percent of its limit. Null: no limit is set. */
  utilization: Fact<number>;
  policy: Fact<string>;
  /** Percent of its keys that have an expiry. Null or absent: not known. */
  share?: number | null;
  /** Keys evicted a second, over a day. Null or absent: not known. */
  evicted?: number | null;
}

export interface WatchedDeployment {
  id: string;
  name: string;
  kind: DeploymentSource;
  /** What reports it, as lists show it: the integration, or the key and the agent. Undefined when nothing does. */
  via: string | undefined;
  /** When it was first reported; absent in older rows. */
  born?: number | undefined;
  lastReportAt: number;
  /** Whether its source has said nothing for too long. */
  isSilent: boolean;
  /** What its source last said, even when it is silent. */
  status: string;
  facts: Facts;
  /** When the first of its servers' certificates ends. Null: it has no TLS. Undefined: not known. */
  certificateEnd: Fact<number>;
  /** Undefined while no primary had a replica. */
  replicas: ReplicaCount | undefined;
  /** Whether it is a replica itself. */
  isReplica: boolean;
  /** The newest five-minute figures of each database. Undefined: not known, or of no interest. */
  figures?: readonly NewestFigures[] | undefined;
  databases: readonly WatchedDatabase[];
}

/** One process that reports with an agent key. */
export interface WatchedAgent extends Pick<
  AgentHealth,
  "version" | "platform" | "clockSkewMs" | "lastError"
> {
  /** The key and the agent, as lists show them. */
  via: string;
  key: string;
  /** What its configuration calls it, else its id. */
  name: string;
  lastReportAt: number;
}

export interface WatchedFleet {
  deployments: WatchedDeployment[];
  agents: WatchedAgent[];
  /** Who has the five-minute figures of the deployments. Most passes do not ask. */
  owners: () => Owner[];
  /** Their databases as lists have them. Few passes ask. */
  databases: () => FleetDatabase[];
}

/**
 * The deployments and agents of an organization; reads may be a second old. The first look of a process costs as much as
 * the list of its databases, a later one reads little more than the pulses.
 */
export async function watchFleet(services: Services, organization: OrganizationId): Promise<WatchedFleet> {
  const { stored, pulses } = await loadDeployments(services, organization, { remembers: true });
  const latest = latestFigures(pulses);
  const now = services.clock.now();
  return {
    deployments: stored.map((one) => watched(one, latest.get(one.item.id), now)),
    agents: agentsOf(pulses.filter(({ kind }) => !isRead(kind))),
    owners: () => ownersOf(pulses, latest),
    databases: () => databasesIn(stored, latest, now),
  };
}

function watched(
  { item, databases, last }: StoredDeployment,
  latest: LatestFigures | undefined,
  now: number,
): WatchedDeployment {
  const { id, name, source: kind, status, via } = item;
  const { stale: isSilent, lastUpdated } = freshness(kind, item.lastUpdated, latest, now);
  const figures = latest && isCurrent(latest, item.lastUpdated) ? latest.figures : undefined;
  const used = figures?.used ?? last;
  const { evicted } = figures ?? item;
  const measured = figures && measuredFields(figures);
  return {
    id,
    name,
    kind,
    via,
    born: item.born,
    lastReportAt: Date.parse(lastUpdated),
    isSilent,
    status,
    facts: factsOf({ ...item, ...measured, lastUpdated, evicted }, now),
    certificateEnd: certificateEndOf(item),
    replicas: item.replicas,
    isReplica: item.isReplica ?? false,
    databases: databases.map((database, index) => ({
      id: database.id,
      name: database.name ?? `db ${database.id}`,
      status: database.status,
      utilization: percentOfLimit(used[index] ?? null, database.memoryLimit),
      policy: database.evictionPolicy ?? undefined,
    })),
  };
}

/** A cluster of Redis Enterprise is read over TLS, whether its databases have it or not. */
function certificateEndOf({ certificateEnd, facts, type }: FleetItem): Fact<number> {
  if (certificateEnd !== undefined) return Date.parse(certificateEnd);
  return facts?.tls === "no" && type !== "ENTERPRISE" ? null : undefined;
}

/** The pages of each process together. The first page holds its health. */
function agentsOf(pulses: readonly FleetPulse[]): WatchedAgent[] {
  const pages = Map.groupBy(pulses, ({ sk }) => `${sourceOfPulse(sk)}/${instanceOfPulse(sk)}`);
  return [...pages].map(([via, pulsesOfAgent]) => {
    const { version, platform, clockSkewMs, lastError, name } = readHealth(
      pulsesOfAgent.find(({ agent }) => agent !== undefined)?.agent,
    );
    const [key = "", instance = ""] = via.split("/");
    const lastReportAt = Math.max(...pulsesOfAgent.map(({ receivedAt }) => receivedAt));
    return { via, key, name: name ?? instance, version, platform, clockSkewMs, lastError, lastReportAt };
  });
}
