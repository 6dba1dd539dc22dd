import { idPrefixes } from "../kit/ids.ts";

/* The 20 characters of a deployment's id are 100 bits. A trail holds them in 13 bytes. */

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const prefix = `${idPrefixes.deployment}_`;
const characters = 20;
export const idBytes = 13;
/** The value of each character, by its code. */
const digits = new Map(Array.from(alphabet, (character, digit) => [character.charCodeAt(0), digit]));

/** Throws a RangeError for a text that is no id of a deployment, which is a defect. */
export function deploymentBytes(id: string): Buffer {
  const length = prefix.length + characters;
  if (id.length !== length) throw new RangeError("a deployment's id has another length");
  const bytes = Buffer.alloc(idBytes);
  let [rest, bits, place] = [0, 0, 0];
  for (let index = prefix.length; index < length; index += 1) {
    const digit = digits.get(id.charCodeAt(index));
    if (digit === undefined) throw new RangeError("a deployment's id has other characters");
    rest = (rest << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place] = rest >> bits;
    rest &= (1 << bits) - 1;
    place += 1;
  }
  bytes[place] = rest << (8 - bits);
  return bytes;
}

/** Throws a RangeError for bytes that `deploymentBytes` never returns. */
export function deploymentOfBytes(bytes: Buffer): string {
  let id = prefix;
  let rest = 0;
  let bits = 0;
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (bits += 8; bits >= 5 && id.length < prefix.length + characters; rest &= (1 << bits) - 1) {
      bits -= 5;
      id += alphabet[rest >> bits] ?? "";
    }
  }
  if (rest !== 0) throw new RangeError("the bytes are no deployment's id");
  return id;
}

/**
 * The first 64 bits of a deployment's id: its name in a trail. As a number, because the compiler refuses to compare it
 * with an id.
 *
 * Ids are hashes. Two of one source share these bits by chance once in 37 trillion sources with a thousand deployments
 * each. A row is of one source in one organization, so a person who computes such a pair harms only their own figures.
 */
export type ShortId = bigint;

export const shortIdOf = (id: string): ShortId => deploymentBytes(id).readBigUInt64BE();

/** The first bits of an id as a number, for groups of deployments. At most 10 bits. */
export function leadingBits(id: string, bits: number): number {
  return deploymentBytes(id).readUInt16BE() >> (16 - bits);
}
