import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { OrganizationId } from "../access/scope.ts";
import { sparkHours } from "../contract/history/census.ts";
import { ByteReader, ByteWriter } from "../history/bytes-of-payload.ts";
import { deploymentBytes, deploymentOfBytes, idBytes } from "../history/deployment-bytes.ts";
import { fromCode, toCode } from "../kit/code16.ts";
import { day, hour } from "../kit/time.ts";
import { bytes, number } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { type Row, RowKind, type StoredRow } from "../table/row.ts";
import { expiresAt } from "../table/schema.ts";
import { sparksKey } from "./census.keys.ts";
import { isSilent, shiftedSpark, type Spark } from "./spark.ts";

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
      ...expiresAt(hourOfLast + keptFor),
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

const version = 1;
const unknownLevel = 255;
/** A payload of more bytes was not written by us. */
const mostBytes = 1_048_576;

/**
 * Sparklines by deployment: the version, then deflated their number and each of them. A sparkline is the id in 13
 * bytes, one byte that is 1 for levels, and 24 values. A level has one byte, bytes used have a code of two. A thousand
 * sparklines of levels are 31 KB; codes would double that.
 */
export function encodeSparks(sparks: ReadonlyMap<string, Spark>): Buffer {
  const writer = new ByteWriter();
  writer.count(sparks.size);
  const sorted = [...sparks].toSorted(([left], [right]) => (left < right ? -1 : 1));
  for (const [id, { limited, values }] of sorted) {
    writer.append(deploymentBytes(id));
    writer.byte(Number(limited));
    if (limited) writer.append(Buffer.from(values.map((value) => value ?? unknownLevel)));
    else for (const value of values) writer.word(toCode(value));
  }
  return Buffer.concat([Buffer.of(version), deflateRawSync(writer.bytes(), { level: 9 })]);
}

/** Empty for bytes that are none, and for a version that this release does not know. */
export function decodeSparks(payload: Uint8Array): Map<string, Spark> {
  const sparks = new Map<string, Spark>();
  if (payload[0] !== version) return sparks;
  const reader = new ByteReader(inflateRawSync(payload.subarray(1), { maxOutputLength: mostBytes }));
  for (let left = reader.count(); left > 0; left -= 1) {
    const id = deploymentOfBytes(reader.take(idBytes));
    const limited = reader.byte() === 1;
    const values = limited
      ? [...reader.take(sparkHours)].map((level) => (level === unknownLevel ? null : level))
      : reader.words(sparkHours).map(fromCode);
    sparks.set(id, { limited, values });
  }
  reader.end();
  return sparks;
}
