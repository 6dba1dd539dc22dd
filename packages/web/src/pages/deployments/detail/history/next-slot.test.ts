import { expect, test } from "vitest";
import { untilNextSlot } from "./next-slot.ts";

test("HIS02 an open page asks again a minute after the end of each five minutes", () => {
  const slotEnd = Date.parse("2026-11-22T12:00:00Z");
  expect(untilNextSlot(slotEnd, 0)).toBe(65_000);
  expect(untilNextSlot(slotEnd + 60_000, 0)).toBe(5_000);
  expect(untilNextSlot(slotEnd + 65_000, 0)).toBe(300_000);
  expect(untilNextSlot(slotEnd + 200_000, 1)).toBe(165_000 + 15_000);
});
