import type { OrganizationId } from "../access/scope.ts";
import { day, second } from "../kit/time.ts";
import { pulseKey } from "../table/keys.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Condition, Change } from "../table/expression.ts";
import type { Row } from "../table/table.ts";
import type { Source } from "./observation.ts";
import { type Figures, idOfEntry, type PulseEntry } from "./figures.ts";

export interface PulseRow {
  sk: string;
  /** When it was measured, by the source's clock, corrected; Unix epoch in milliseconds. */
  at: number;
  /** When we received it, Unix epoch in milliseconds: what freshness is told by. */
  rx: number;
  /** Fingerprints of everything that changes rarely, one short text for the page. */
  shapes: string;
  /** JSON of PulseEntry[]: one string, because nested attributes cost several times more to read. */
  entries: string;
  kind: Source["kind"];
}

export const readPulse = (row: Row): PulseRow => row as unknown as PulseRow;

export const keyOfPulse = (organization: OrganizationId, source: Source, page: number) =>
  pulseKey(organization, `${source.id}#${source.instance}#${page}`);

/** The id of the source that a pulse's sort key names. */
export const sourceOfPulse = (sk: string): string => sk.split("#")[1] ?? "";

/** Pulses of agents that are gone for good are forgotten after this time, in milliseconds. */
const forgottenAfter = 90 * day;

export const expiry = (rx: number) => ({ [timeToLiveAttribute]: Math.ceil((rx + forgottenAfter) / second) });

export interface Beat {
  at: number;
  rx: number;
  shapes: string;
  entries: readonly PulseEntry[];
}

/** The one write of a report that changes no shape. */
export function beat(pulse: Beat, gap: number): { change: Change; when: Condition[] } {
  const { at, rx, shapes, entries } = pulse;
  return {
    change: { set: { at, rx, entries: JSON.stringify(entries), ...expiry(rx) } },
    when: [
      { attribute: "shapes", is: "=", value: shapes },
      { attribute: "at", is: "<", value: at },
      { attribute: "rx", is: "<=", value: rx - gap },
    ],
  };
}

/** The entries of a pulse by deployment. */
export function entriesOf(pulse: Pick<PulseRow, "entries"> | undefined): Map<string, Figures | undefined> {
  const entries = pulse ? (JSON.parse(pulse.entries) as PulseEntry[]) : [];
  return new Map(entries.map((entry) => [idOfEntry(entry), entry[1]]));
}

/** What is known of one deployment's liveliness. */
export interface Sign {
  /** When we heard of it: Unix epoch in milliseconds, and the same as ISO 8601. */
  rx: number;
  time: string;
  figures: Figures | undefined;
}

/**
 * The newest sign of life of each deployment among all pulses of an organization. Two agents may watch the same
 * server; the one heard last counts.
 */
export function newestSigns(pulses: readonly Pick<PulseRow, "rx" | "entries">[]): Map<string, Sign> {
  const signs = new Map<string, Sign>();
  for (const { rx, entries } of pulses) {
    const time = new Date(rx).toISOString();
    for (const entry of JSON.parse(entries) as PulseEntry[]) {
      const id = idOfEntry(entry);
      const known = signs.get(id);
      if (!known || rx > known.rx) signs.set(id, { rx, time, figures: entry[1] ?? known?.figures });
      else if (!known.figures) known.figures = entry[1];
    }
  }
  return signs;
}
