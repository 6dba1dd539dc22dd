import { day } from "@shardwatch/core/kit/time";
import { type Period, readPeriod } from "../../ui/chart/compare.ts";
import { readSpan, spanText } from "../../ui/chart/span.ts";
import type { Span } from "../../ui/chart/types.ts";

/** The ranges of the organization's history, by their value in the address. The first is left out there. */
export const historyRanges = {
  "7d": { name: "7 days", words: "last 7 days", last: 7 * day },
  "24h": { name: "24 hours", words: "last 24 hours", last: day },
  "30d": { name: "30 days", words: "last 30 days", last: 30 * day },
  "13m": { name: "13 months", words: "last 13 months", last: 395 * day },
} as const;

type HistoryRange = keyof typeof historyRanges;

const usualRange: HistoryRange = "7d";

/** In the order of their lengths. */
export const rangeOrder = ["24h", "7d", "30d", "13m"] as const satisfies readonly HistoryRange[];

/** What a person has chosen to see of the fleet's past. */
export interface FleetView {
  range: HistoryRange;
  /** A part of it, or any other span, that is shown instead. */
  zoom: Span | undefined;
  /** How much earlier the time is that is drawn beside it; undefined for none. */
  compare: Period | undefined;
}

/** The names in the address. They are in bookmarks, so they never change. */
const parameters = { range: "history", zoom: "historyZoom", compare: "historyCompare" } as const;

/** The view in an address. Unknown values are the usual ones. */
export function readFleetView(query: URLSearchParams): FleetView {
  const text = query.get(parameters.range);
  const isRange = text !== null && Object.hasOwn(historyRanges, text);
  return {
    range: isRange ? (text as HistoryRange) : usualRange,
    zoom: readSpan(query.get(parameters.zoom)),
    compare: readPeriod(query.get(parameters.compare)),
  };
}

/** The query with the view. What is usual is left out, other parameters stay. */
export function writeFleetView(query: URLSearchParams, { range, zoom, compare }: FleetView): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of Object.values(parameters)) next.delete(name);
  if (range !== usualRange) next.set(parameters.range, range);
  if (zoom) next.set(parameters.zoom, spanText(zoom));
  if (compare) next.set(parameters.compare, compare);
  return next;
}
