import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pointText, type Zone } from "./zone.ts";

const hour = 3_600;
const newYork: Zone = { name: "America/New_York", offsetAt: () => -5 * hour * 1_000 };
const midnight = Date.parse("2026-06-15T00:00:00Z") / 1_000;

// A time of the present year is written without it.
beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00Z"));
afterEach(() => void vi.useRealTimers());

test("HIS17 a point of a day is a day of UTC in every zone, and has no time of its own", () => {
  expect(pointText(midnight, 24 * hour, newYork)).toBe("Jun 15 (UTC day)");
  expect(pointText(midnight - 365 * 24 * hour, 24 * hour, newYork)).toBe("Jun 15, 2025 (UTC day)");
  expect(pointText(midnight, hour, newYork)).toBe("Jun 14, 19:00");
});
