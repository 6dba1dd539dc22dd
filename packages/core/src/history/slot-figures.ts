import type { LiveFigures } from "../contract/deployment/live.ts";
import type { SlotColumn } from "../contract/report/slot-columns.ts";
import type { CodedDeployment } from "./coded-deployment.ts";
import { figureIn } from "./trail-payload.ts";

/** The figures of one database in a slot, or of several together. Null is not known. */
export type Row = (name: SlotColumn) => number | null;

/** The figures of a database at its place in a slot. None is known without a place. */
export const rowAt =
  ({ columns }: CodedDeployment, place: number | undefined): Row =>
  (name) => {
    const code = place === undefined ? undefined : columns.get(name)?.[place];
    return code === undefined ? null : figureIn(name, code);
  };

/** All databases together. The slowest replica counts, and fragmentation by the memory that it is of. */
export function totalOf(rows: readonly Row[]): Row {
  return (name) => {
    if (name === "lagBytes" || name === "lagSeconds") return largest(rows.map((row) => row(name)));
    if (name !== "fragmentation") return sum(rows.map((row) => row(name)));
    const used = sum(rows.map((row) => row("used")));
    const resident = sum(rows.map((row) => times(row("fragmentation"), row("used"))));
    return used && resident !== null ? resident / used : null;
  };
}

export function figuresOf(row: Row): LiveFigures {
  const lookups = sum([row("hits"), row("misses")]);
  return {
    opsPerSecond: row("ops"),
    clients: row("clients"),
    lookupsPerSecond: lookups,
    hitRatio: lookups ? ((row("hits") ?? 0) / lookups) * 100 : null,
    evictedPerSecond: row("evicted"),
    expiredPerSecond: row("expired"),
    keys: row("keys"),
    expiring: row("expiring"),
    memoryUsed: bytesIn(row("used")),
    fragmentation: row("fragmentation"),
    replicationLag: bytesIn(row("lagBytes")),
    replicationSilence: row("lagSeconds"),
  };
}

const bytesIn = (figure: number | null) => (figure === null ? null : BigInt(figure).toString());

/** Null when one of them is not known, and when there are none. */
function sum(values: readonly (number | null)[]): number | null {
  let total = 0;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return values.length > 0 ? total : null;
}

const times = (one: number | null, other: number | null) =>
  one === null || other === null ? null : one * other;

/** Null when one of them is not known, and when there are none. */
function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 && known.length === values.length ? Math.max(...known) : null;
}
