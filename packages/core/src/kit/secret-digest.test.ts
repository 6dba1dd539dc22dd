import { expect, test } from "vitest";
import { formatAgentKey, formatToken } from "./composite-key.ts";
import { digest } from "./hash.ts";
import { digestOf, parseDigest } from "./secret-digest.ts";

const keyId = `key_${"0".repeat(25)}z`;
const key = formatAgentKey(keyId, new Uint8Array(32).fill(7));
const tokenId = `tok_${"0".repeat(25)}z`;
const token = formatToken(tokenId, new Uint8Array(32).fill(7));

test.each([
  ["key", keyId, key],
  ["tok", tokenId, token],
] as const)(
  "SLF06 OUT01 a digest of %s names the id and the stored hash, and not the secret",
  (kind, id, secret) => {
    const text = digestOf(secret) ?? "";
    expect(text).toBe(`${id}:${digest(secret)}`);
    expect(parseDigest(kind, text)).toEqual({ id, secretHash: digest(secret) });
    // Neither opens what the other one does.
    expect(parseDigest(kind === "key" ? "tok" : "key", text)).toBeUndefined();
    expect(text).not.toContain(secret.slice(-20));
  },
);

test.each([
  "",
  keyId,
  key,
  key.slice(0, -1),
  `${keyId}:`,
  `${keyId}:${digest(key)}=`,
  ` ${keyId}:${digest(key)}`,
])("SLF06 what is no digest is refused: %s", (text) => {
  expect(parseDigest("key", text)).toBeUndefined();
});

test("SLF06 a mistyped key has no digest", () => {
  expect(digestOf(`${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`)).toBeUndefined();
});
