import type { MetricUnit, ValueOf } from "./history-metrics.ts";

/* Apart from the schemas, because pages that draw no chart need no schema library. */

/** The statuses that totals count apart. Their places are stored: a new one is added at the end. */
export const countedStatuses = [
  "other",
  "active",
  "loading",
  "degraded",
  "unsupported",
  "denied",
  "unreachable",
  "down",
  "stale",
] as const;
export type CountedStatus = (typeof countedStatuses)[number];

/** Every figure of an organization that has a past. `of` says what a day's value is; an hour has one census. */
export const fleetMetrics = {
  databases: { unit: "count", of: "last", about: "Databases" },
  memoryUsed: { unit: "bytes", of: "largest", about: "Memory used, where known" },
  memoryLimit: { unit: "bytes", of: "last", about: "Sum of all memory limits" },
  unlimited: { unit: "count", of: "last", about: "Databases without a memory limit" },
  measured: { unit: "count", of: "last", about: "Deployments whose operations are known" },
  ops: { unit: "perSecond", of: "mean", about: "Commands a second in the newest five minutes" },
  clients: { unit: "count", of: "largest", about: "Connected clients" },
  hitRatio: { unit: "percent", of: "mean", about: "Keys found as percent of the keys looked up" },
  ramShards: { unit: "count", of: "last", about: "RAM shards in use" },
  ramShardLimit: { unit: "count", of: "last", about: "RAM shards of the licences" },
  flashShards: { unit: "count", of: "last", about: "Flash shards in use" },
  flashShardLimit: { unit: "count", of: "last", about: "Flash shards of the licences" },
} as const satisfies Record<string, { unit: MetricUnit; of: ValueOf; about: string }>;

export type FleetMetric = keyof typeof fleetMetrics;
export const fleetMetricNames = Object.keys(fleetMetrics) as FleetMetric[];

/** The lengths of a step of an organization's history, in seconds: an hour, a day. */
export const fleetSteps = [3_600, 86_400] as const;

/** How many hours a sparkline has. */
export const sparkHours = 24;
/** The levels of utilization in a sparkline: the first is 0 %, the last is 100 % or more. */
export const sparkLevels = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** In a sparkline: nothing was heard in this hour. */
export const sparkUnknown = "-";
/** Before a sparkline: without a limit, its levels are parts of its largest value. */
export const sparkRelative = "~";
