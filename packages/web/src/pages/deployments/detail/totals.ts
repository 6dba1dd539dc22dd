import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { isActive } from "@shardwatch/core/contract/filter/severity";
import { formatBytes, readBytes, sumBytes } from "@shardwatch/core/kit/bytes";
import { formatCount } from "../../../lib/words/count.ts";

/** The sums over the databases of a deployment. */
export interface Totals {
  count: number;
  active: number;
  /** Sum of the known values, a decimal string of bytes; null when none is known. */
  used: string | null;
  usedUnknown: number;
  limit: string | null;
  /** The number of databases without a limit, and of those whose limit is unknown. */
  unlimited: number;
  limitUnknown: number;
}

const count = <Row>(rows: readonly Row[], holds: (row: Row) => boolean) => rows.filter(holds).length;

/** Adds up databases, exactly at any size. */
export function totalsOf(databases: readonly Database[]): Totals {
  return {
    count: databases.length,
    active: count(databases, ({ status }) => isActive(status)),
    used: sumBytes(databases.map(({ memoryUsed }) => memoryUsed)),
    usedUnknown: count(databases, ({ memoryUsed }) => readBytes(memoryUsed) === undefined),
    limit: sumBytes(databases.map(({ memoryLimit }) => memoryLimit)),
    unlimited: count(databases, ({ memoryLimit }) => readBytes(memoryLimit) === 0n),
    limitUnknown: count(databases, ({ memoryLimit }) => readBytes(memoryLimit) === undefined),
  };
}

/**
 * "of 56.00 GiB"; "1 unlimited, 56.00 GiB for the others", because what the one uses is not of that limit.
 * Undefined without any database.
 */
export function describeLimit({ count: all, limit, unlimited, limitUnknown }: Totals): string | undefined {
  if (all === 0) return undefined;
  if (unlimited === all) return "No limit set";
  if (limitUnknown === all) return "Limit unknown";
  const exceptions = [
    ...(unlimited > 0 ? [`${formatCount(unlimited)} unlimited`] : []),
    ...(limitUnknown > 0 ? [`limit unknown for ${formatCount(limitUnknown)}`] : []),
  ].join(", ");
  if (unlimited + limitUnknown === all) return exceptions;
  return exceptions ? `${exceptions}, ${formatBytes(limit)} for the others` : `of ${formatBytes(limit)}`;
}

/** "20.11 GiB used (1 unknown) of 56.00 GiB, 13 of 14 active". */
export function describeTotals(totals: Totals): string {
  const { used, usedUnknown, active, count: all } = totals;
  const known = `${formatBytes(used)} used${usedUnknown > 0 ? ` (${formatCount(usedUnknown)} unknown)` : ""}`;
  const limit = describeLimit(totals) ?? "";
  const figures = `${used === null ? "Memory used unknown" : known}${limit.startsWith("of ") ? " " : ", "}${limit}`;
  return `${figures}, ${formatCount(active)} of ${formatCount(all)} active`;
}
