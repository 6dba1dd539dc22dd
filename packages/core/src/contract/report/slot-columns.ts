/* Apart from the schemas, because the agent has no schema library. */

/** The length of a slot. Slots are aligned to UTC: a slot begins at a multiple of five minutes. */
export const slotSeconds = 300;
/** How many slots one report may carry. */
export const mostSlots = 4;

/**
 * The figures of a database in a slot, in the order in which rows store them. A new one is added at the end: older rows
 * then lack it. `perUnit` is how many steps of the stored code one unit has: rates are stored in hundredths.
 */
export const slotColumns = {
  used: { perUnit: 1, about: "Bytes used, the largest" },
  limit: { perUnit: 1, about: "Bytes of the limit, the last; 0 is no limit set" },
  ops: { perUnit: 100, about: "Commands a second, the mean" },
  clients: { perUnit: 1, about: "Connected clients, the largest" },
  hits: { perUnit: 100, about: "Keys looked up and found, a second, the mean" },
  misses: { perUnit: 100, about: "Keys looked up and not found, a second, the mean" },
  evicted: { perUnit: 100, about: "Keys evicted a second, the mean" },
  keys: { perUnit: 1, about: "Keys, the last" },
  expiring: { perUnit: 1, about: "Keys with an expiry, the last" },
  expired: { perUnit: 100, about: "Keys that expired a second, the mean" },
  fragmentation: { perUnit: 100, about: "Resident memory divided by the memory used, the last" },
  lagBytes: { perUnit: 1, about: "Bytes that the slowest replica has not acknowledged, the largest" },
  lagSeconds: {
    perUnit: 1,
    about: "Seconds since a replica was last in touch with its primary, the largest",
  },
} as const satisfies Record<string, { perUnit: number; about: string }>;

export type SlotColumn = keyof typeof slotColumns;
export const slotColumnNames = Object.keys(slotColumns) as SlotColumn[];

/** One figure of every database, in the order of the ids. Null is not known. */
export type ColumnValues = readonly (number | null)[];
