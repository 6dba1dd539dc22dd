import type { HistoryQuestion } from "../../../../api/fleet/history.ts";
import { type HistoryStep, stepFor } from "@shardwatch/core/contract/history/steps";
import { second } from "@shardwatch/core/kit/time";
import { addressTime, historyParameters } from "../../../../lib/address/history-address.ts";
import { momentText, type Zone } from "../../../../lib/time/zone.ts";
import { withoutHistory } from "../way-back.ts";
import { type Period, periods, readPeriod } from "../../../../ui/chart/compare.ts";
import { readSpan, spanOf, spanText } from "../../../../ui/chart/span.ts";
import type { Span } from "../../../../ui/chart/types.ts";

const hour = 3_600;

/** The ranges up to now by their names in the address, with their lengths in seconds. */
export const ranges = {
  "6h": { label: "6 h", words: "last 6 hours", seconds: 6 * hour },
  "24h": { label: "24 h", words: "last 24 hours", seconds: 24 * hour },
  "7d": { label: "7 d", words: "last 7 days", seconds: 7 * 24 * hour },
  "30d": { label: "30 d", words: "last 30 days", seconds: 30 * 24 * hour },
  "13mo": { label: "13 months", words: "last 13 months", seconds: 396 * 24 * hour },
} as const;

export type RangeName = keyof typeof ranges;
export const rangeNames = Object.keys(ranges) as RangeName[];
const usual: RangeName = "24h";

export const chartIds = [
  "memory",
  "operations",
  "clients",
  "hit-ratio",
  "evictions",
  "keys",
  "ram-shards",
  "flash-shards",
] as const;
export type ChartId = (typeof chartIds)[number];

/** What a person has chosen to see of a history. Spans are Unix seconds. */
export interface HistoryView {
  /** A range up to now, or a fixed one. */
  range: RangeName | Span;
  /** A part of it that is shown instead. */
  zoom: Span | undefined;
  /** All databases as one, each of them, or the id of one. */
  database: "total" | "each" | (string & {});
  tables: readonly ChartId[];
  /** How much earlier the time is that is drawn beside it; undefined for none. */
  compare: Period | undefined;
}

const isRange = (text: string): text is RangeName => Object.hasOwn(ranges, text);

const secondsOf = (text: string | null) => Math.floor(Date.parse(text ?? "") / 1_000);

/** Reads the view from an address. What makes no sense counts as not set. */
export function readHistoryView(query: URLSearchParams): HistoryView {
  const { range, from, to, database, zoom, tables, compare } = historyParameters;
  const fixed = spanOf(secondsOf(query.get(from)), secondsOf(query.get(to)));
  const name = query.get(range) ?? "";
  const shown = (query.get(tables) ?? "").split(",");
  return {
    range: fixed ?? (isRange(name) ? name : usual),
    zoom: readSpan(query.get(zoom)),
    database: query.get(database) || "total",
    tables: chartIds.filter((id) => shown.includes(id)),
    compare: readPeriod(query.get(compare)),
  };
}

/** The query with the view. Defaults are left out, other parameters stay. */
export function writeHistoryView(query: URLSearchParams, view: HistoryView): URLSearchParams {
  const next = withoutHistory(query);
  const { range, from, to, database, zoom, tables, compare } = historyParameters;
  if (typeof view.range === "object") {
    next.set(from, addressTime(view.range.from));
    next.set(to, addressTime(view.range.to));
  } else if (view.range !== usual) next.set(range, view.range);
  if (view.zoom) next.set(zoom, spanText(view.zoom));
  if (view.database !== "total") next.set(database, view.database);
  if (view.tables.length > 0) next.set(tables, view.tables.join(","));
  if (view.compare) next.set(compare, view.compare);
  return next;
}

/** The span that a view shows, in Unix seconds. */
export function spanOfView({ range, zoom }: Pick<HistoryView, "range" | "zoom">, now: number): Span {
  if (zoom) return zoom;
  if (typeof range === "object") return range;
  const to = Math.floor(now / 1_000);
  return { from: to - ranges[range].seconds, to };
}

/** The range of a view as the API is asked for it. */
export function questionOf({ range, zoom }: Pick<HistoryView, "range" | "zoom">): HistoryQuestion["range"] {
  const fixed = zoom ?? range;
  if (typeof fixed === "object") return { from: fixed.from * 1_000, to: fixed.to * 1_000 };
  return { last: ranges[fixed].seconds * 1_000 };
}

/** How much earlier the time is that a view compares with, in milliseconds. */
export const earlierBy = (period: Period): number => periods[period].seconds * second;

/**
 * The step of both lines of a comparison: the one that the earlier time has. So a line of five minutes is never
 * compared with one of hours. Undefined without a comparison.
 * @param now Unix milliseconds
 */
export function stepToCompare(
  view: Pick<HistoryView, "range" | "zoom" | "compare">,
  now: number,
): HistoryStep | undefined {
  if (!view.compare) return undefined;
  const { from, to } = spanOfView(view, now);
  const earlier = earlierBy(view.compare);
  return stepFor(from * second - earlier, to * second - earlier, now);
}

/** "last 24 hours", "from Nov 21, 19:20 to Nov 22, 08:00" */
export function rangeWords({ range, zoom }: HistoryView, zone: Zone): string {
  const fixed = zoom ?? range;
  if (typeof fixed === "string") return ranges[fixed].words;
  return `from ${momentText(fixed.from * 1_000, zone)} to ${momentText(fixed.to * 1_000, zone)}`;
}

/** "No evictions, no flash shards in 24 h" */
export function nothingWords(
  things: readonly string[],
  { range, zoom }: Pick<HistoryView, "range" | "zoom">,
): string {
  const text = things.map((thing) => `no ${thing}`).join(", ");
  const when = typeof range === "string" && !zoom ? `in ${ranges[range].label}` : "in this range";
  return `N${text.slice(1)} ${when}`;
}

/** Half of a span around its middle, or twice as much. Nothing lies in the future. */
export function scaled(view: HistoryView, factor: number, now: number): Span {
  const { from, to } = spanOfView(view, now);
  const half = ((to - from) * factor) / 2;
  const middle = (from + to) / 2;
  return { from: middle - half, to: Math.min(middle + half, now / 1_000) };
}
