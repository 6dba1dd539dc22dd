import { crc32 } from "node:zlib";

/**
 * The agent API key as a text: `sw_<keyId>_<secret><checksum>`.
 * The prefix lets secret scanners recognise it. The only separator is "_", so a double click selects the
 * whole key. The checksum reveals a mistyped key without asking a server.
 */
const shape = /^sw_(key_[0-9a-z]{26})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
const secretLength = 43; // 32 bytes need 43 characters in base 62
const checksumLength = 6; // 62^6 is more than 2^32

export interface AgentKeyParts {
  keyId: string;
  secret: string;
}

function checksum(keyId: string, secret: string): string {
  return base62(BigInt(crc32(`sw_${keyId}_${secret}`)), checksumLength);
}

/** Writes a composite key from its id and 32 random bytes. */
export function formatAgentKey(keyId: string, random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError("an agent key needs 32 random bytes");
  const secret = base62Bytes(random, secretLength);
  return `sw_${keyId}_${secret}${checksum(keyId, secret)}`;
}

/** The parts of a composite key, or undefined when its form or its checksum is wrong. */
export function parseAgentKey(text: string): AgentKeyParts | undefined {
  const [, keyId, secret, check] = shape.exec(text) ?? [];
  if (!keyId || !secret || checksum(keyId, secret) !== check) return undefined;
  return { keyId, secret };
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Encodes a non-negative integer in base 62, left-padded with "0" to `length` characters. */
export function base62(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  while (rest > 0n) {
    text = alphabet[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text.padStart(length, "0");
}

/** Encodes bytes, read as one big-endian number, in base 62 with a fixed length. */
export function base62Bytes(bytes: Uint8Array, length: number): string {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return base62(value, length);
}
