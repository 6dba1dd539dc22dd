import fc from "fast-check";
import { expect, test } from "vitest";
import { base62, base62Bytes } from "./base62.ts";

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
