const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/**
 * CRC-32 (IEEE 802.3, as in zip and PNG) of ASCII text, as an unsigned 32-bit number.
 * Written out because it must also run in the browser; node:zlib has it only on the server.
 */
export function crc32(text: string): number {
  let value = 0xffffffff;
  for (let index = 0; index < text.length; index += 1)
    value = (table[(value ^ text.charCodeAt(index)) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
