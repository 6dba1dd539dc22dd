import type { SlotColumn } from "../../contract/report/slot-columns.ts";

/** How the values of a longer step follow from those of shorter ones. */
export type Folding = "largest" | "mean" | "last";

/**
 * The figures of a database in the past, in the order in which rows store them. A new one is added at the end. Each
 * follows from a column of the slots.
 */
export const pastColumns = {
  used: { from: "used", of: "largest" },
  limit: { from: "limit", of: "last" },
  ops: { from: "ops", of: "mean" },
  opsPeak: { from: "ops", of: "largest" },
  clients: { from: "clients", of: "largest" },
  hits: { from: "hits", of: "mean" },
  misses: { from: "misses", of: "mean" },
  evicted: { from: "evicted", of: "mean" },
  keys: { from: "keys", of: "last" },
  expiring: { from: "expiring", of: "last" },
  expired: { from: "expired", of: "mean" },
  fragmentation: { from: "fragmentation", of: "last" },
  lagBytes: { from: "lagBytes", of: "largest" },
  lagSeconds: { from: "lagSeconds", of: "largest" },
} as const satisfies Record<string, { from: SlotColumn; of: Folding }>;

export type PastColumn = keyof typeof pastColumns;
export const pastColumnNames = Object.keys(pastColumns) as PastColumn[];

/**
 * Also "utilization", in hundredths of a percent: the largest within a step in which the limit changed. In any other step
 * it follows from `used` and `limit`, so few rows have it. They store it apart.
 */
export type TimelineColumn = PastColumn | "utilization";
