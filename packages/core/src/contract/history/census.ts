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

/** How many hours a sparkline has. */
export const sparkHours = 24;
/** The levels of utilization in a sparkline: the first is 0 %, the last is 100 % or more. */
export const sparkLevels = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** In a sparkline: nothing was reported in this hour. */
export const sparkUnknown = "-";
/** Before a sparkline: without a limit, its levels are parts of its largest value. */
export const sparkRelative = "~";
