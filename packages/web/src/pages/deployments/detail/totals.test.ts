import { expect, test } from "vitest";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { describeLimit, describeTotals, totalsOf } from "./totals.ts";

const gibibyte = 2n ** 30n;
const database = (memoryUsed: string | null, memoryLimit: string | null, status = "active"): Database => ({
  id: "1",
  name: null,
  status,
  version: null,
  memoryUsed,
  memoryLimit,
  tlsEnabled: null,
});
const limits = (...all: (string | null)[]) =>
  describeLimit(totalsOf(all.map((limit) => database(null, limit))));

test("ENT25 DET21 AMD06 totals are exact beyond 2^53 and count who is active", () => {
  const totals = totalsOf([
    database("9007199254740993", `${gibibyte}`),
    database("9007199254740993", `${gibibyte}`, "pending"),
  ]);
  expect(totals).toMatchObject({ count: 2, active: 1, used: "18014398509481986", limit: `${2n * gibibyte}` });
  expect(describeTotals(totals)).toBe("16.00 PiB used of 2.00 GiB, 1 of 2 active");
});

test("ENT59 a sum tells what it leaves out, and no sum is none", () => {
  expect(describeTotals(totalsOf([database("1024", null), database(null, null)]))).toBe(
    "1.00 KiB used (1 unknown), Limit unknown, 2 of 2 active",
  );
  expect(describeTotals(totalsOf([database(null, "0")]))).toBe(
    "Memory used unknown, No limit set, 1 of 1 active",
  );
});

test("LSX01 no limit, an unknown one, and some of each are told apart", () => {
  expect(limits()).toBeUndefined();
  expect(limits("0", "0")).toBe("No limit set");
  expect(limits(null)).toBe("Limit unknown");
  expect(limits("0", null)).toBe("1 unlimited, limit unknown for 1");
  expect(limits("1024", "0", null, null)).toBe("1 unlimited, limit unknown for 2, 1.00 KiB for the others");
});
