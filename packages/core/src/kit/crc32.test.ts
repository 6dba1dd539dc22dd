import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32 } from "./crc32.ts";

test("the checksum is the CRC-32 that zip uses", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
      expect(crc32(text)).toBe(zlibCrc32(text));
    }),
  );
});
