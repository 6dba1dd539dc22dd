import { type Figures, figuresIn, idOfEntry, type PulseEntry } from "./figures.ts";
import type { PulseRow } from "./pulse.table.ts";

/** The newest report of one deployment. */
export interface LatestFigures {
  /** When it was received: Unix epoch in milliseconds, and the same as ISO 8601. */
  receivedAt: number;
  time: string;
  figures: Figures | undefined;
}

/**
 * The latest figures of each deployment among all pulses of an organization. A pulse holds only deployments that its
 * source owns, so figures and shape go together.
 */
export function latestFigures(
  pulses: readonly Pick<PulseRow, "receivedAt" | "entries">[],
): Map<string, LatestFigures> {
  const latest = new Map<string, LatestFigures>();
  for (const { receivedAt, entries } of pulses) {
    const time = new Date(receivedAt).toISOString();
    for (const entry of JSON.parse(entries) as PulseEntry[]) {
      const id = idOfEntry(entry);
      if (receivedAt > (latest.get(id)?.receivedAt ?? 0))
        latest.set(id, { receivedAt, time, figures: figuresIn(entry) });
    }
  }
  return latest;
}
