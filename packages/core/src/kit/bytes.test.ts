import fc from "fast-check";
import { expect, test } from "vitest";
import { exactBytes, formatBytes, sumBytes, utilization } from "./bytes.ts";

test("DET21 ENT55 LIM12 AMD06 AMD15 bytes are shown in B to PiB with two decimals, and stay PiB above", () => {
  const cases: [string, string][] = [
    ["0", "0.00 B"],
    ["1023", "1023.00 B"],
    ["1024", "1.00 KiB"],
    ["1536", "1.50 KiB"],
    ["1048575", "1024.00 KiB"],
    ["52428800", "50.00 MiB"],
    ["1073741824", "1.00 GiB"],
    ["5497558138880", "5.00 TiB"],
    ["1125899906842623", "1024.00 TiB"],
    ["1125899906842624", "1.00 PiB"],
    ["5764607523034234880", "5120.00 PiB"],
  ];
  for (const [bytes, text] of cases) expect(formatBytes(bytes)).toBe(text);
});

test("ENT59 bytes that are missing or no number are shown as a dash", () => {
  for (const bytes of [null, undefined, "", "-1", "1.5", "NaN"]) expect(formatBytes(bytes)).toBe("—");
});

test("AMD06 exact bytes have separators, at any size", () => {
  expect(exactBytes("0")).toBe("0 bytes");
  expect(exactBytes("1")).toBe("1 byte");
  expect(exactBytes("4294967296")).toBe("4,294,967,296 bytes");
  expect(exactBytes("123456789012345678901")).toBe("123,456,789,012,345,678,901 bytes");
  for (const bytes of [null, undefined, "", "-1"]) expect(exactBytes(bytes)).toBeUndefined();
});

test("DET15 LIM14 utilization has one decimal, and may exceed 100", () => {
  expect(utilization("1", "3")).toBe("33.3");
  expect(utilization("2", "3")).toBe("66.7");
  expect(utilization("50", "100")).toBe("50.0");
  expect(utilization("250", "100")).toBe("250.0");
});

test("DET16 utilization is known only when used and limit are both greater than 0", () => {
  for (const [used, limit] of [
    ["0", "5"],
    ["5", "0"],
    [null, "5"],
    ["5", null],
    ["x", "5"],
  ] as const)
    expect(utilization(used, limit)).toBeUndefined();
});

test("ENT25 values above 2^53 are divided and summed without loss", () => {
  expect(utilization("18014398509481985", "18014398509481984")).toBe("100.0");
  expect(sumBytes(["9007199254740993", "9007199254740993"])).toBe("18014398509481986");
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 1n << 64n }),
      fc.bigInt({ min: 1n, max: 1n << 64n }),
      (used, limit) => {
        const shown = BigInt((utilization(String(used), String(limit)) ?? "").replace(".", ""));
        // Within half of the last decimal of the exact quotient, in units of 1/1000.
        const error = shown * limit - used * 1_000n;
        expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(limit);
      },
    ),
  );
});

test("a sum of nothing known is not known, and unknown parts are left out", () => {
  expect(sumBytes([])).toBeNull();
  expect(sumBytes([null, undefined])).toBeNull();
  expect(sumBytes(["0", null])).toBe("0");
});
