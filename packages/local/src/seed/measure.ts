import { crc32 } from "node:zlib";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { day, hour, minute } from "@shardwatch/core/kit/time";
import { type DemoDatabase, type DemoDeployment, gibibyte } from "./fleet/demo.ts";
import { shareOf } from "./share.ts";

/**
 * A number from -1 to 1 that swings slowly with time, for each name a little otherwise; always the same. It is highest
 * in the afternoon and lowest at night.
 */
export function swing(name: string, at: number): number {
  const phase = shareOf(name);
  const ofDay = Math.sin(2 * Math.PI * (at / day - 0.4 + 0.2 * phase));
  return 0.75 * ofDay + 0.25 * Math.sin(2 * Math.PI * (at / (6 * hour) + phase));
}

/** A time of the demo. Unix epoch in milliseconds. */
export interface Moment {
  at: number;
  /** When the demo data was made: licences and growth count from here. */
  seededAt: number;
}

/**
 * Bytes used at that time: around the fill level, never above a limit. The fuller it is the less it moves, so that
 * what is nearly full, or full, is so at any time of the day.
 */
export function memoryUsed(database: DemoDatabase, name: string, { at, seededAt }: Moment): number {
  const fill = fillAt(database, (seededAt - at) / day);
  const used = fill + 0.08 * Math.min(database.fill, 1 - database.fill) * swing(name, at);
  return Math.round((database.limit || gibibyte) * Math.min(used, Math.max(1, database.fill)));
}

/** The part of its limit that it uses without a wave. @param ago days before the seeding; negative: after it */
function fillAt({ fill, grew = [] }: DemoDatabase, ago: number): number {
  if (ago < 0) return fill - ago * (grew[0]?.perDay ?? 0);
  let level = fill;
  let left = ago;
  for (const { days, perDay } of grew) {
    level -= perDay * Math.min(left, days);
    left = Math.max(0, left - days);
  }
  return level;
}

/** Keys evicted since the report before: more or fewer with the memory used. */
const evicted = ({ evicting = 0 }: DemoDatabase, name: string, at: number): number =>
  Math.round(evicting * (1 + 0.5 * swing(name, at)));

/** What every kind of source reports about a database beside its figures. */
export function factsOf({ engine = "redis", policy = "noeviction", ...more }: DemoDatabase) {
  const { region, nodeType, activeActive, tiered } = more;
  return {
    engine,
    evictionPolicy: policy,
    ...(region !== undefined && { region }),
    ...(nodeType !== undefined && { nodeType }),
    ...(activeActive && { activeActive }),
    ...(tiered && { tiered }),
  };
}

/** Whether the servers of a demo deployment have replicas: clusters, and every other server. */
export const hasReplicas = ({ type, key }: Pick<DemoDeployment, "type" | "key">): boolean =>
  type !== "STANDALONE" || crc32(key) % 2 === 0;

/** What an agent sees of a server or of a cluster's nodes, beside what every source reports. */
function serverFacts(deployment: DemoDeployment, seededAt: number) {
  const { type, key } = deployment;
  if (type === "ENTERPRISE") return { persistence: "aof", replicas: 1, modules: [] };
  const common = { persistence: "aof", persistenceFailed: false, replicas: Number(hasReplicas(deployment)) };
  if (type === "CLUSTER") return common;
  const startedAt = seededAt - (1 + (crc32(key) % 90)) * day;
  return {
    ...common,
    role: "primary" as const,
    maxClients: 10_000,
    modules: [],
    startedAt: new Date(startedAt - (startedAt % minute)).toISOString(),
  };
}

export interface Measuring extends Moment {
  organization: string;
  kind: DeploymentSource;
  /** Whether sources say what is wrong; otherwise everything still works. */
  withTrouble: boolean;
}

/** What a source sees of a demo deployment at a time; the same time gives the same figures. */
export function measure(deployment: DemoDeployment, measuring: Measuring): Observation {
  const { organization, kind, at, seededAt, withTrouble } = measuring;
  const { key, name, type } = deployment;
  const trouble = withTrouble ? deployment.trouble : undefined;
  return {
    id: deploymentId(organization, kind, key),
    name,
    type,
    status: trouble?.status ?? "active",
    statusMessage: trouble?.message ?? null,
    databases: trouble
      ? undefined
      : deployment.databases.map((database, index) => ({
          id: String(index + 1),
          name: database.name,
          status: database.status ?? "active",
          version: database.version,
          memoryUsed: String(memoryUsed(database, `${key} ${index}`, measuring)),
          memoryLimit: database.limit === null ? null : String(database.limit),
          tlsEnabled: database.tls,
          ...factsOf(database),
          ...(kind === "agent" && serverFacts(deployment, seededAt)),
          // Agents count evictions of the servers that they read themselves.
          ...(kind === "agent" && type !== "ENTERPRISE" && { evicted: evicted(database, key, at) }),
        })),
    license: deployment.license?.(seededAt) ?? null,
    cloudSubscription: deployment.subscription ?? null,
    enterpriseAdminUrl: deployment.adminUrl ?? null,
  };
}
