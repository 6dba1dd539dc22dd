import type { OrganizationId } from "../access/scope.ts";
import { day, hour, second } from "../kit/time.ts";
import { bytes, number } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { type Row, RowKind, type StoredRow } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import { sparksKey } from "./census.keys.ts";
import { shiftedSpark, isSilent, type Spark } from "./spark.ts";
import { decodeSparks, encodeSparks } from "./sparks-payload.ts";

export const sparksKind = new RowKind("sparks", 1, {
  /** The begin of the hour of the last values, Unix epoch in milliseconds. */
  hour: number("at"),
  /** Sparklines of up to 5,000 deployments, as `encodeSparks` writes them. */
  payload: bytes("p"),
});

/** A row has 400 KB. One deployment takes at most 62 bytes. */
const deploymentsOfPart = 5_000;
const keptFor = 2 * day;

/** All sparklines of an organization as rows. */
export function sparksRows(
  organization: OrganizationId,
  hourOfLast: number,
  sparks: ReadonlyMap<string, Spark>,
): (Key & Row)[] {
  const sorted = [...sparks].toSorted(([left], [right]) => (left < right ? -1 : 1));
  // At least one, so that readers see the newest hour.
  const parts = Math.max(1, Math.ceil(sorted.length / deploymentsOfPart));
  return Array.from({ length: parts }, (_, part) => {
    const members = sorted.slice(part * deploymentsOfPart, (part + 1) * deploymentsOfPart);
    return {
      ...sparksKey(organization, part),
      ...sparksKind.write({ hour: hourOfLast, payload: encodeSparks(new Map(members)) }),
      [timeToLiveAttribute]: (hourOfLast + keptFor) / second,
    };
  });
}

/** Sparklines with the begin of the hour of their last values. */
export interface SparksOfHour {
  hour: number;
  sparks: ReadonlyMap<string, Spark>;
}

/**
 * Joins the rows. Parts of an earlier hour are left from a larger organization, or from a census that was interrupted.
 * Undefined without rows.
 */
export function readSparks(rows: readonly StoredRow[]): SparksOfHour | undefined {
  const parts = rows.map((row) => sparksKind.read(row));
  if (parts.length === 0) return undefined;
  const newest = Math.max(...parts.map((part) => part.hour));
  const sparks = new Map<string, Spark>();
  for (const { hour: last, payload } of parts.toSorted((left, right) => left.hour - right.hour))
    for (const [id, spark] of decodeSparks(payload)) {
      const shifted = shiftedSpark(spark, (newest - last) / hour);
      if (!isSilent(shifted)) sparks.set(id, shifted);
    }
  return { hour: newest, sparks };
}
