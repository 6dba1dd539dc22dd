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
