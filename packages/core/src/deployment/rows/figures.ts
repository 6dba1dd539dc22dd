import type { Database } from "../../contract/deployment.ts";
import { sumBytes } from "../../kit/bytes.ts";
import type { Observation } from "./observation.ts";

/**
 * The figures of every report, in a compact form: bytes used in total, and by each database in the order of
 * the deployment's databases. Undefined when the source could not measure.
 */
export type Figures = readonly [total: string | null, used: readonly (string | null)[]];

export const unknownFigures: Figures = [null, []];

export function figuresOf(databases: readonly Database[] | undefined): Figures | undefined {
  if (!databases) return undefined;
  const used = databases.map((database) => database.memoryUsed);
  return [sumBytes(used), used];
}

/** One deployment in a pulse: its id without prefix, and its figures if they were measured. */
export type PulseEntry = readonly [id: string, figures?: Figures];

const prefix = "dep_";

export function packEntry(observation: Observation): PulseEntry {
  const figures = figuresOf(observation.databases);
  const id = shortId(observation.id);
  return figures ? [id, figures] : [id];
}

/** An id as pulses hold it. */
export const shortId = (id: string): string => id.slice(prefix.length);

export const idOfEntry = (entry: PulseEntry): string => prefix + entry[0];

/** How many databases have figures in these entries. */
export function databasesIn(entries: readonly PulseEntry[]): number {
  return entries.reduce((total, [, figures]) => total + (figures?.[1].length ?? 0), 0);
}
