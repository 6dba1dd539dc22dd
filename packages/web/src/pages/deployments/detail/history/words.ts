import { momentText, type Zone } from "../../../../lib/time/zone.ts";
import type { Span } from "../../../../ui/chart/types.ts";
import { type HistoryView, ranges } from "./view.ts";

/** "last 24 hours", "from Nov 21, 19:20 to Nov 22, 08:00" */
export function rangeWords({ range, zoom }: HistoryView, zone: Zone): string {
  const fixed: Span | undefined = zoom ?? (typeof range === "object" ? range : undefined);
  if (!fixed) return typeof range === "object" ? "" : ranges[range].words;
  return `from ${momentText(fixed.from * 1_000, zone)} to ${momentText(fixed.to * 1_000, zone)}`;
}
