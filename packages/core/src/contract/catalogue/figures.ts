import { fields } from "../filter/fields.ts";
import type { LiveFigureName } from "../deployment/live.ts";
import type { SlotColumn } from "../report/slot-columns.ts";

/* Apart from the schemas, because pages that draw no chart need no schema library. */

/** What a value of a step says about the step. */
export type ValueOf = "largest" | "mean" | "last";

/** What the numbers of a figure or a fact are in. A time is ISO 8601 in UTC. */
export type Unit = "bytes" | "percent" | "perSecond" | "count" | "seconds" | "ratio" | "days" | "time";

interface Figure {
  /** What people call it. */
  name: string;
  unit: Exclude<Unit, "days" | "time">;
  /** A deployment's past has it. This is what one value of a step is. */
  of?: ValueOf;
  /** The columns of five minutes that it follows from. Without them, it is counted once a day. */
  columns?: readonly (SlotColumn | "opsPeak")[];
  /** The newest five minutes of it. */
  live?: LiveFigureName;
  /** The hourly census of an organization has it. This is what the value of a day is. */
  fleet?: ValueOf;
}

/** Every figure that has a past. Addresses and scripts use the keys, so they never change. */
export const figures = {
  databases: { name: fields.databases.label, unit: "count", fleet: "last" },
  memoryUsed: {
    name: fields.memory.label,
    unit: "bytes",
    of: "largest",
    columns: ["used"],
    live: "memoryUsed",
    fleet: "largest",
  },
  /** 0 is no limit set. */
  memoryLimit: {
    name: fields.maxmemory.label,
    unit: "bytes",
    of: "last",
    columns: ["limit"],
    live: "memoryUsed",
    fleet: "last",
  },
  utilization: {
    name: fields.util.label,
    unit: "percent",
    of: "largest",
    columns: ["used", "limit"],
    live: "memoryUsed",
  },
  unlimited: { name: "Databases without a memory limit", unit: "count", fleet: "last" },
  measured: { name: "Deployments whose operations are known", unit: "count", fleet: "last" },
  ops: {
    name: fields.ops.label,
    unit: "perSecond",
    of: "mean",
    columns: ["ops"],
    live: "opsPerSecond",
    fleet: "mean",
  },
  opsPeak: {
    name: "Commands a second in the busiest five minutes",
    unit: "perSecond",
    of: "largest",
    columns: ["opsPeak"],
    live: "opsPerSecond",
  },
  clients: {
    name: fields.clients.label,
    unit: "count",
    of: "largest",
    columns: ["clients"],
    live: "clients",
    fleet: "largest",
  },
  /** Keys found of the keys looked up. */
  hitRatio: {
    name: fields.hits.label,
    unit: "percent",
    of: "mean",
    columns: ["hits", "misses"],
    live: "hitRatio",
    fleet: "mean",
  },
  evictions: {
    name: "Keys evicted a second",
    unit: "perSecond",
    of: "mean",
    columns: ["evicted"],
    live: "evictedPerSecond",
  },
  expirations: {
    name: "Keys expired a second",
    unit: "perSecond",
    of: "mean",
    columns: ["expired"],
    live: "expiredPerSecond",
  },
  keys: { name: "Keys", unit: "count", of: "last", columns: ["keys"], live: "keys" },
  expiring: {
    name: "Keys with an expiry",
    unit: "count",
    of: "last",
    columns: ["expiring"],
    live: "expiring",
  },
  /** Resident memory divided by the memory used. */
  fragmentation: {
    name: fields.frag.label,
    unit: "ratio",
    of: "last",
    columns: ["fragmentation", "used"],
    live: "fragmentation",
  },
  /** What the slowest replica has not acknowledged. */
  replicationLag: {
    name: fields.lag.label,
    unit: "bytes",
    of: "largest",
    columns: ["lagBytes"],
    live: "replicationLag",
  },
  /** Since a replica was last in touch with its primary. */
  replicationSilence: {
    name: "Replication silence",
    unit: "seconds",
    of: "largest",
    columns: ["lagSeconds"],
    live: "replicationSilence",
  },
  ramShards: { name: "RAM shards in use", unit: "count", of: "last", fleet: "last" },
  ramShardLimit: { name: "Limit of RAM shards", unit: "count", of: "last", fleet: "last" },
  flashShards: { name: "Flash shards in use", unit: "count", of: "last", fleet: "last" },
  flashShardLimit: { name: "Limit of flash shards", unit: "count", of: "last", fleet: "last" },
} as const satisfies Record<string, Figure>;

type Figures = typeof figures;
type Having<Part extends keyof Figure> = {
  [Name in keyof Figures]: Part extends keyof Figures[Name] ? Name : never;
}[keyof Figures];

const namesWith = <Part extends keyof Figure>(part: Part): Having<Part>[] =>
  Object.entries(figures).flatMap(([name, figure]) => (part in figure ? [name as Having<Part>] : []));

export type FigureName = keyof Figures;
/** A figure of a deployment that has a past. */
export type HistoryMetric = Having<"of">;
export const historyMetricNames = namesWith("of");
/** A figure that follows from the five-minute values of its databases. */
export type DatabaseMetric = Having<"columns">;
/** A figure of all deployments of an organization. */
export type FleetMetric = Having<"fleet">;
export const fleetMetricNames = namesWith("fleet");
