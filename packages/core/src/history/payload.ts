import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ByteReader, type ByteWriter } from "./bytes-of-payload.ts";

/* What all payloads of history begin with: a version, and whether the rest is deflated. */

const deflated = 1;

/** The bytes with their head, deflated when that is smaller. */
export function packPayload(writer: ByteWriter, version: number): Buffer {
  const plain = writer.bytes();
  const small = deflateRawSync(plain, { level: 9 });
  return small.length < plain.length
    ? Buffer.concat([Buffer.of(version, deflated), small])
    : Buffer.concat([Buffer.of(version, 0), plain]);
}

/**
 * Reads a payload. Undefined for bytes that are none, and for a version that this release does not know.
 * @param mostBytes a payload of more bytes was not written by us
 * @param readers by version
 */
export function unpackPayload<T>(
  payload: Uint8Array,
  mostBytes: number,
  readers: Readonly<Record<number, (reader: ByteReader) => T>>,
): T | undefined {
  const [version = 0, flags = 0] = payload;
  const read = readers[version];
  if (!read || flags > deflated) return undefined;
  try {
    const rest = payload.subarray(2);
    const plain = flags === deflated ? inflateRawSync(rest, { maxOutputLength: mostBytes }) : rest;
    const reader = new ByteReader(plain);
    const value = read(reader);
    reader.end();
    return value;
  } catch (error) {
    // Damaged bytes mean that the figures are not known. A defect of ours must still be seen.
    if (error instanceof RangeError || isInflateError(error)) return undefined;
    throw error;
  }
}

const isInflateError = (error: unknown) =>
  error instanceof Error && "code" in error && /^(Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code));
