import { idPrefixes } from "../kit/ids.ts";

/* The 20 characters of a deployment's id are 100 bits. A trail holds them in 13 bytes. */

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const prefix = `${idPrefixes.deployment}_`;
const characters = 20;
export const idBytes = 13;
/** What is left of the last byte. */
const spareBits = BigInt(idBytes * 8 - characters * 5);

/** Throws a RangeError for a text that is no id of a deployment, which is a defect. */
export function deploymentBytes(id: string): Buffer {
  let value = 0n;
  for (const character of id.slice(prefix.length)) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) throw new RangeError("a deployment's id has other characters");
    value = (value << 5n) | BigInt(digit);
  }
  return Buffer.from((value << spareBits).toString(16).padStart(idBytes * 2, "0"), "hex");
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
