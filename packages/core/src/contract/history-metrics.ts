/* Apart from the schemas, because pages that draw no chart need no schema library. */

/** What a value of a step says about the step. */
export type ValueOf = "largest" | "mean" | "last";

export type MetricUnit = "bytes" | "percent" | "perSecond" | "count" | "seconds" | "ratio";

/** Every figure of a deployment that has a past. `about` says what one value of a step is. */
export const historyMetrics = {
  memoryUsed: { unit: "bytes", of: "largest", about: "Memory used" },
  memoryLimit: { unit: "bytes", of: "last", about: "Memory limit; 0 is no limit set" },
  utilization: { unit: "percent", of: "largest", about: "Memory used as percent of the limit" },
  ops: { unit: "perSecond", of: "mean", about: "Commands a second" },
  opsPeak: { unit: "perSecond", of: "largest", about: "Commands a second in the busiest five minutes" },
  clients: { unit: "count", of: "largest", about: "Connected clients" },
  hitRatio: { unit: "percent", of: "mean", about: "Keys found as percent of the keys looked up" },
  evictions: { unit: "perSecond", of: "mean", about: "Keys evicted a second" },
  expirations: { unit: "perSecond", of: "mean", about: "Keys that expired a second" },
  keys: { unit: "count", of: "last", about: "Keys" },
  expiring: { unit: "count", of: "last", about: "Keys with an expiry" },
  fragmentation: { unit: "ratio", of: "last", about: "Resident memory divided by the memory used" },
  replicationLag: {
    unit: "bytes",
    of: "largest",
    about: "Bytes that the slowest replica has not acknowledged",
  },
  replicationSilence: {
    unit: "seconds",
    of: "largest",
    about: "Seconds since a replica was last in touch with its primary",
  },
  ramShards: { unit: "count", of: "last", about: "RAM shards in use" },
  ramShardLimit: { unit: "count", of: "last", about: "RAM shards of the licence" },
  flashShards: { unit: "count", of: "last", about: "Flash shards in use" },
  flashShardLimit: { unit: "count", of: "last", about: "Flash shards of the licence" },
} as const satisfies Record<string, { unit: MetricUnit; of: ValueOf; about: string }>;

export type HistoryMetric = keyof typeof historyMetrics;
export const historyMetricNames = Object.keys(historyMetrics) as HistoryMetric[];

/** The lengths of a step, in seconds: five minutes, an hour, a day. */
export const historySteps = [300, 3_600, 86_400] as const;
export type HistoryStep = (typeof historySteps)[number];

/** How many values one series of an answer has at most. */
export const mostHistoryValues = 750;

/** With `database=each`: the largest databases have a series of their own, all others share one. */
export const mostHistoryDatabases = 12;
