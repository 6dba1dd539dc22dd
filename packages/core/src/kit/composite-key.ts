import { crc32 } from "node:zlib";
import { idPrefixes } from "./ids.ts";

const secretLength = 43; // 32 bytes need 43 characters in base 62
const checksumLength = 6; // 62^6 is more than 2^32

/**
 * A credential as a text: `sw_<id>_<secret><checksum>`. The prefix lets secret scanners recognise it. The only
 * separator is "_", so a double click selects the whole text. The checksum reveals a mistyped one without asking a
 * server.
 */
const shape = /^sw_((cli|key|tok)_[0-9a-z]{26})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** Writes a composite key from the id of what it opens and 32 random bytes. */
function format(id: string, random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError("a composite key needs 32 random bytes");
  const secret = base62Bytes(random, secretLength);
  return `sw_${id}_${secret}${checksum(id, secret)}`;
}

/** The parts of a composite key, or undefined when its form or its checksum is wrong, or it is of another kind. */
function parse(kind: "cli" | "key" | "tok", text: string): { id: string; secret: string } | undefined {
  const [, id, found, secret, check] = shape.exec(text) ?? [];
  if (!id || found !== kind || !secret || checksum(id, secret) !== check) return undefined;
  return { id, secret };
}

const checksum = (id: string, secret: string): string =>
  base62(BigInt(crc32(`sw_${id}_${secret}`)), checksumLength);

export interface AgentKeyParts {
  keyId: string;
  secret: string;
}

/** Writes an agent key from its id and 32 random bytes. */
export const formatAgentKey = (keyId: string, random: Uint8Array): string => format(keyId, random);

/** The parts of an agent key, or undefined when its form or its checksum is wrong. */
export function parseAgentKey(text: string): AgentKeyParts | undefined {
  const parts = parse("key", text);
  return parts && { keyId: parts.id, secret: parts.secret };
}

/** Writes an API token from its id and 32 random bytes. */
export const formatToken = (tokenId: string, random: Uint8Array): string => format(tokenId, random);

/** The id of an API token, or undefined when its form or its checksum is wrong. */
export const tokenIdIn = (text: string): string | undefined => parse("tok", text)?.id;

const accountPrefix = `${idPrefixes.account}_`;

/** Writes a secret of a person at a command line from the id of their account and 32 random bytes. */
export const formatPersonal = (accountId: string, random: Uint8Array): string =>
  format(accountId.replace(accountPrefix, "cli_"), random);

/** The account in such a secret, or undefined when its form or its checksum is wrong. */
export const accountIdIn = (text: string): string | undefined =>
  parse("cli", text)?.id.replace("cli_", accountPrefix);

/** The id in a token, or in the secret of a person at a command line; undefined when form or checksum is wrong. */
export const idOfProgram = (text: string): string | undefined => tokenIdIn(text) ?? parse("cli", text)?.id;

/** Whether a text is of a person at a command line, right or wrong, and not of a token. */
export const isPersonal = (text: string): boolean => text.startsWith("sw_cli_");

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
