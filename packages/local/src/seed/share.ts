import { crc32 } from "node:zlib";

const known = new Map<string, number>();

/** A number from 0 to 1 that seems to be by chance, and is always the same for the same text. */
export function shareOf(text: string): number {
  let share = known.get(text);
  if (share === undefined) known.set(text, (share = (crc32(text) % 10_000) / 10_000));
  return share;
}
