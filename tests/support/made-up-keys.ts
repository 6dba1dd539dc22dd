import { randomBytes } from "node:crypto";
import { formatAgentKey, parseAgentKey } from "@shardwatch/core/kit/composite-key";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Keys with the id of an existing key, a valid checksum and a wrong secret. The secret is random, or that of
 * another key. The id is no secret: every member sees it in the list of keys.
 */
export function madeUpKeys(compositeKey: string, otherKey: string): Record<string, string> {
  const { keyId } = partsOf(compositeKey);
  return {
    "a random secret": formatAgentKey(keyId, randomBytes(32)),
    "the secret of another key": formatAgentKey(keyId, bytesOf(partsOf(otherKey).secret)),
  };
}

function partsOf(compositeKey: string) {
  const parts = parseAgentKey(compositeKey);
  if (!parts) throw new Error("an agent key was expected");
  return parts;
}

/** The 32 bytes that a key's secret encodes. */
function bytesOf(secret: string): Uint8Array {
  let value = 0n;
  for (const digit of secret) value = value * 62n + BigInt(digits.indexOf(digit));
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex");
}
