import type { DeploymentSource } from "../../contract/source/source.ts";
import { entriesAmong, type Figures, figuresIn, idOfEntry, type PulseEntry } from "./figures.ts";
import type { PulseRow } from "./pulse.table.ts";

/** The newest report of one deployment. */
export interface LatestFigures {
  /** When it was received: Unix epoch in milliseconds, and the same as ISO 8601. */
  receivedAt: number;
  time: string;
  figures: Figures | undefined;
}

export interface SentFigures extends LatestFigures {
  /** The kind of the source that sent them. */
  kind: DeploymentSource;
}

/**
 * The latest figures of each deployment among all pulses of an organization. A pulse holds only deployments that its
 * source owns, so figures and shape go together.
 * @param isWanted says of the id of a deployment whether it is looked for; without it, all are
 */
export function latestFigures(
  pulses: readonly Pick<PulseRow, "receivedAt" | "entries" | "kind">[],
  isWanted?: (id: string) => boolean,
): Map<string, SentFigures> {
  const latest = new Map<string, SentFigures>();
  for (const { receivedAt, entries, kind } of pulses) {
    const time = new Date(receivedAt).toISOString();
    const some = isWanted ? entriesAmong(entries, isWanted) : (JSON.parse(entries) as PulseEntry[]);
    for (const entry of some) {
      const id = idOfEntry(entry);
      if (receivedAt > (latest.get(id)?.receivedAt ?? 0))
        latest.set(id, { receivedAt, time, figures: figuresIn(entry), kind });
    }
  }
  return latest;
}
