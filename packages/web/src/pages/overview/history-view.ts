import { day } from "@shardwatch/core/kit/time";

/** The ranges of the organization's history, by their value in the address. The first is left out there. */
export const historyRanges = {
  "7d": { name: "7 days", words: "last 7 days", last: 7 * day },
  "24h": { name: "24 hours", words: "last 24 hours", last: day },
  "30d": { name: "30 days", words: "last 30 days", last: 30 * day },
  "13m": { name: "13 months", words: "last 13 months", last: 395 * day },
} as const;

export type HistoryRange = keyof typeof historyRanges;

export const usualRange: HistoryRange = "7d";

/** In the order of their lengths. */
export const rangeOrder = ["24h", "7d", "30d", "13m"] as const satisfies readonly HistoryRange[];

/** The range in an address. Unknown values are the usual one. */
export const readRange = (text: string | null): HistoryRange =>
  text !== null && Object.hasOwn(historyRanges, text) ? (text as HistoryRange) : usualRange;
