import { deflateRawSync, inflateRawSync } from "node:zlib";
import { sparkHours } from "../contract/history/census.ts";
import { ByteReader, ByteWriter } from "../history/bytes-of-payload.ts";
import { deploymentBytes, deploymentOfBytes, idBytes } from "../history/deployment-bytes.ts";
import { fromCode, toCode } from "../kit/code16.ts";
import type { Spark } from "./spark.ts";

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
