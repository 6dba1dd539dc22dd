import type { DeploymentSource } from "../../contract/source/source.ts";
import { type Figures, figuresIn, idOfEntry, type PulseEntry } from "./figures.ts";
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
 * @param isWanted says of the id of a deployment whether it is looked for
 */
export function latestFigures(
  pulses: readonly Pick<PulseRow, "receivedAt" | "entries" | "kind">[],
  isWanted: (id: string) => boolean = () => true,
): Map<string, SentFigures> {
  const latest = new Map<string, SentFigures>();
  for (const { receivedAt, entries, kind } of pulses) {
    const time = new Date(receivedAt).toISOString();
    for (const entry of JSON.parse(entries) as PulseEntry[]) {
      const id = idOfEntry(entry);
      if (isWanted(id) && receivedAt > (latest.get(id)?.receivedAt ?? 0))
        latest.set(id, { receivedAt, time, figures: figuresIn(entry), kind });
    }
  }
  return latest;
}
