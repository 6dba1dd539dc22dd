import fc from "fast-check";
import { expect, test } from "vitest";
import { base62, base62Bytes, formatAgentKey, parseAgentKey } from "./composite-key.ts";
import { newId } from "./ids.ts";

const keyId = newId("accessKey", Date.UTC(2026, 0, 1), new Uint8Array(16).fill(9));

test("KEY25 a key is sw_, its id, 32 random bytes in base 62 and six characters of checksum", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (random) => {
      const key = formatAgentKey(keyId, random);
      expect(key).toMatch(new RegExp(`^sw_${keyId}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$`));
      expect(parseAgentKey(key)).toEqual({ keyId, secret: base62Bytes(random, 43) });
    }),
  );
});

test("KEY25 a key is never made of fewer than 32 random bytes", () => {
  expect(() => formatAgentKey(keyId, new Uint8Array(31))).toThrow("32 random bytes");
});

test("AGT12 any mistyped character is found by the checksum", () => {
  const key = formatAgentKey(keyId, new Uint8Array(32).fill(77));
  fc.assert(
    fc.property(
      fc.nat(key.length - 1),
      fc.constantFrom("a", "b", "X", "Z", "0", "9", "_"),
      (position, character) => {
        fc.pre(key[position] !== character);
        expect(parseAgentKey(key.slice(0, position) + character + key.slice(position + 1))).toBeUndefined();
      },
    ),
  );
});

test("KEY25 keys that customers hold stay valid: key and checksum are computed as in release 0.1.0", () => {
  const key = formatAgentKey("key_00000000000000000000000001", new Uint8Array(32));
  expect(key).toBe("sw_key_00000000000000000000000001_000000000000000000000000000000000000000000025gz4l");
});

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The number that a text in base 62 encodes. */
const valueOf = (text: string) =>
  Array.from(text).reduce((sum, character) => sum * 62n + BigInt(digits.indexOf(character)), 0n);

test("base 62 counts from 0 over 9, A and Z to z, and is padded with zeros", () => {
  expect(base62(0n, 6)).toBe("000000");
  expect(base62(61n, 1)).toBe("z");
  expect(base62(62n, 3)).toBe("010");
});

test("bytes are one big-endian number, and 32 of them always fit into 43 characters", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const text = base62Bytes(bytes, 43);
      expect(text).toHaveLength(43);
      expect(valueOf(text)).toBe(BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
    }),
  );
  expect(base62Bytes(new Uint8Array(32).fill(255), 43)).toHaveLength(43);
});
