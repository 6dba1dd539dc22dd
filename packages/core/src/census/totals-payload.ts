import { type DeploymentType, deploymentType } from "../contract/deployment/parts.ts";
import { countedStatuses, type CountedStatus } from "../contract/history/census.ts";

/** Figures of all deployments of an organization together. Null is not known. */
export const totalFigures = [
  "databases",
  "memoryUsed",
  "memoryLimit",
  "unlimited",
  "measured",
  "ops",
  "clients",
  "hits",
  "misses",
  "ramShards",
  "ramShardLimit",
  "flashShards",
  "flashShardLimit",
] as const;
export type TotalFigure = (typeof totalFigures)[number];

/** An organization as one census counted it. */
export interface Totals {
  types: Readonly<Record<DeploymentType, number>>;
  /** Every status that is not listed counts as "other". */
  statuses: Readonly<Record<CountedStatus, number>>;
  figures: Readonly<Record<TotalFigure, number | null>>;
}

const version = 1;
const types = deploymentType.options;
/** Rates are stored in hundredths. */
const perUnit: Partial<Record<TotalFigure, number>> = { ops: 100, hits: 100, misses: 100 };

/**
 * Totals in about 40 bytes: the version, then three lists. Each has the number of its values before them. A value has
 * seven bits in each byte, the lowest first. A figure is stored plus one, and 0 is not known. A new type, status or
 * figure is added at the end of its list. Older totals then lack it.
 */
export function encodeTotals({ types: ofTypes, statuses, figures }: Totals): Buffer {
  const bytes = [version];
  writeList(
    bytes,
    types.map((type) => ofTypes[type]),
  );
  writeList(
    bytes,
    countedStatuses.map((status) => statuses[status]),
  );
  writeList(
    bytes,
    totalFigures.map((name) => {
      const figure = figures[name];
      return figure === null ? 0 : Math.round(figure * (perUnit[name] ?? 1)) + 1;
    }),
  );
  return Buffer.from(bytes);
}

function writeList(bytes: number[], values: readonly number[]): void {
  writeCount(bytes, values.length);
  for (const value of values) writeCount(bytes, value);
}

/** Not with shifts: bytes of memory have more than 32 bits. */
function writeCount(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/** Undefined for bytes that are no totals, and for a version that this release does not know. */
export function decodeTotals(bytes: Uint8Array): Totals | undefined {
  if (bytes[0] !== version) return undefined;
  const reader = { bytes, at: 1 };
  const [ofTypes, statuses, figures] = [readList(reader), readList(reader), readList(reader)];
  if (!ofTypes || !statuses || !figures) return undefined;
  const listed = statuses.slice(0, countedStatuses.length);
  return {
    types: record(types, (_, index) => ofTypes[index] ?? 0),
    statuses: record(countedStatuses, (_, index) => listed[index] ?? 0),
    figures: record(totalFigures, (name, index) => {
      const stored = figures[index] ?? 0;
      return stored === 0 ? null : (stored - 1) / (perUnit[name] ?? 1);
    }),
  };
}

const record = <K extends string, V>(keys: readonly K[], valueOf: (key: K, index: number) => V) =>
  Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])) as Record<K, V>;

interface Reader {
  bytes: Uint8Array;
  at: number;
}

/** Undefined when the bytes end too early. */
function readList(reader: Reader): number[] | undefined {
  const length = readCount(reader);
  if (length === undefined) return undefined;
  const values: number[] = [];
  for (let index = 0; index < length; index += 1) {
    const value = readCount(reader);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function readCount(reader: Reader): number | undefined {
  for (let [value, factor] = [0, 1]; ; factor *= 128) {
    const byte = reader.bytes[reader.at];
    if (byte === undefined) return undefined;
    reader.at += 1;
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
}
