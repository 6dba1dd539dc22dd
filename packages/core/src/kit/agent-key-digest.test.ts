import { expect, test } from "vitest";
import { agentKeyDigest, parseAgentKeyDigest } from "./agent-key-digest.ts";
import { formatAgentKey } from "./composite-key.ts";
import { digest } from "./hash.ts";

const keyId = `key_${"0".repeat(25)}z`;
const key = formatAgentKey(keyId, new Uint8Array(32).fill(7));

test("SLF06 a digest names the key's id and the hash that a credential stores, and not the secret", () => {
  const text = agentKeyDigest(key) ?? "";
  expect(text).toBe(`${keyId}:${digest(key)}`);
  expect(parseAgentKeyDigest(text)).toEqual({ keyId, secretHash: digest(key) });
  expect(text).not.toContain(key.slice(-20));
});

test.each([
  "",
  keyId,
  key,
  key.slice(0, -1),
  `${keyId}:`,
  `${keyId}:${digest(key)}=`,
  ` ${keyId}:${digest(key)}`,
])("SLF06 what is no digest is refused: %s", (text) => {
  expect(parseAgentKeyDigest(text)).toBeUndefined();
});

test("SLF06 a mistyped key has no digest", () => {
  expect(agentKeyDigest(`${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`)).toBeUndefined();
});
