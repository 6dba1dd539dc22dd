import type { Random } from "../../ports/random.ts";

/** A number from 0 to below 1. */
export function fractionOf(random: Random): number {
  const bytes = random.bytes(4);
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
}
