import { evictsAnyKey } from "../../contract/filter/severity.ts";
import { sumBytes, utilization } from "../../kit/bytes.ts";
import { foreignText } from "../../kit/foreign-text.ts";
import type { ObservedDatabase, Observation } from "./observation.ts";

/** The figures of every report. Undefined when the source could not measure. */
export interface Figures {
  /** Bytes used by each database, in the order of the deployment's databases. */
  used: readonly (string | null)[];
  /** The fullest of several databases. The utilization of a single one follows from the sums. */
  fullest?: Fullest | undefined;
  /** How many keys were evicted since the last report; absent for none. */
  evicted?: number | undefined;
}

/** A database with its part of its limit, in thousandths: a pulse has to stay small. */
export interface Fullest {
  perMille: number;
  /** Its name, which may be cut. */
  database: string;
}

export const unknownFigures: Figures = { used: [] };

/** Bytes used by all databases together; null when none of them is known. */
export const totalOf = ({ used }: Figures): string | null =>
  used.length === 1 ? (used[0] ?? null) : sumBytes(used);

export function figuresOf(databases: readonly ObservedDatabase[] | undefined): Figures | undefined {
  if (!databases) return undefined;
  const fullest = databases.length > 1 ? fullestOf(databases) : undefined;
  const evicted = databases.reduce((sum, database) => sum + (database.evicted ?? 0), 0);
  return {
    used: databases.map((database) => database.memoryUsed),
    ...(fullest && { fullest }),
    ...(evicted > 0 && { evicted }),
  };
}

/**
 * The first of the fullest databases that have a limit. Caches that evict any key are full on purpose, so they
 * count only where there is no other.
 */
function fullestOf(databases: readonly ObservedDatabase[]): Fullest | undefined {
  const stores = databases.filter(({ evictionPolicy }) => !evictsAnyKey(evictionPolicy));
  return fullestAmong(stores) ?? fullestAmong(databases);
}

function fullestAmong(databases: readonly ObservedDatabase[]): Fullest | undefined {
  let [most, fullest] = [-1, undefined as ObservedDatabase | undefined];
  for (const database of databases) {
    const perMille = perMilleOf(database);
    if (perMille !== undefined && perMille > most) [most, fullest] = [perMille, database];
  }
  return fullest && { perMille: most, database: shortName(fullest) };
}

function perMilleOf({ memoryUsed, memoryLimit }: ObservedDatabase): number | undefined {
  if (memoryUsed === null || memoryLimit === null || memoryLimit === "0") return undefined;
  return Math.round(Number(utilization(memoryUsed, memoryLimit) ?? 0) * 10);
}

/** In UTF-16 units. Ten deployments of several databases each would not fit into a small pulse otherwise. */
const longestName = 40;

function shortName({ id, name }: ObservedDatabase): string {
  const whole = name ?? `db ${id}`;
  return whole.length > longestName ? `${foreignText(whole, longestName - 1)}…` : whole;
}

/** What follows the bytes used, without what is absent. */
type Extra = readonly [evicted?: number, perMille?: number, database?: string];

function packExtra({ evicted, fullest }: Figures): Extra {
  if (fullest) return [evicted ?? 0, fullest.perMille, fullest.database];
  return evicted ? [evicted] : [];
}

function readExtra([evicted, perMille, database]: Extra): Omit<Figures, "used"> {
  return {
    ...(perMille !== undefined && database !== undefined && { fullest: { perMille, database } }),
    ...(evicted && { evicted }),
  };
}

/**
 * One deployment in a pulse: its id without prefix, and its figures if they were measured. A single database
 * has no array around its bytes. Null is where 0.2.0 has the figures. 0.2.0 takes it for "not measured",
 * and shows the figures of the deployment's own row.
 */
export type PulseEntry =
  | readonly [id: string]
  | readonly [id: string, null, used: string | null | readonly (string | null)[], ...extra: Extra];

/** An entry as 0.2.0 writes it. */
type FormerEntry = readonly [
  id: string,
  figures: readonly [total: string | null, used: readonly (string | null)[]],
];

const prefix = "dep_";

export function packEntry(observation: Observation): PulseEntry {
  const figures = figuresOf(observation.databases);
  const id = shortId(observation.id);
  if (!figures) return [id];
  const { used } = figures;
  const [only = null] = used;
  return [id, null, used.length === 1 ? only : used, ...packExtra(figures)];
}

/** Reads an entry of this release or of a former one. Undefined when nothing was measured. */
export function figuresIn(entry: PulseEntry | FormerEntry): Figures | undefined {
  if (entry.length === 1) return undefined;
  const [, former, used, ...extra] = entry;
  if (former !== null) return { used: former[1] };
  return { used: Array.isArray(used) ? used : [used as string | null], ...readExtra(extra) };
}

/** The last figures as a deployment's own row stores them. 0.2.0 reads the first two elements. */
export const packLast = (figures: Figures): string =>
  JSON.stringify([totalOf(figures), figures.used, ...packExtra(figures)]);

export function readLast(packed: string): Figures {
  const [, used, ...extra] = JSON.parse(packed) as [string | null, Figures["used"], ...Extra];
  return { used, ...readExtra(extra) };
}

/** An id as pulses hold it. */
export const shortId = (id: string): string => id.slice(prefix.length);

export const idOfEntry = (entry: PulseEntry): string => prefix + entry[0];

/** Between two entries: the end of one, and the beginning of the next one's id. */
const between = '],["';
const idLength = 20;

/**
 * The entries of a pulse whose deployments are wanted. Only those are parsed, because a look at one deployment wants no other.
 * @param text JSON of PulseEntry[], as it is stored
 * @param isWanted says of the id of a deployment whether it is looked for
 */
export function entriesAmong(text: string, isWanted: (id: string) => boolean): PulseEntry[] {
  const wanted: PulseEntry[] = [];
  for (let start = 1; start < text.length - 1;) {
    const end = endOfEntry(text, start);
    if (isWanted(prefix + text.slice(start + 2, start + 2 + idLength)))
      wanted.push(JSON.parse(text.slice(start, end)) as PulseEntry);
    start = end + 1;
  }
  return wanted;
}

/**
 * Where an entry ends. JSON escapes quotes inside a text, so a name such as `],[` can end with the same characters. An id
 * and a quote can't follow it then.
 */
function endOfEntry(text: string, start: number): number {
  let at = text.indexOf(between, start);
  while (at !== -1 && text[at + between.length + idLength] !== '"') at = text.indexOf(between, at + 1);
  return at === -1 ? text.length - 1 : at + 1;
}

/** How many databases have figures in these entries. */
export function databasesIn(entries: readonly PulseEntry[]): number {
  return entries.reduce((total, entry) => total + (figuresIn(entry)?.used.length ?? 0), 0);
}
