import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { utc } from "../lib/zone.ts";
import { changesAt } from "./chart-options.ts";

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`) / 1_000;

// A time of the present year is written without it.
beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00Z"));
afterEach(() => void vi.useRealTimers());

test("CHG02 a change belongs to the point that is nearest to it, and says its own time", () => {
  const times = [at("00:00"), at("01:00"), at("02:00")];
  const marks = [
    { at: at("00:40"), text: "limit raised" },
    { at: at("02:50"), text: "upgraded" },
  ];
  const changes = times.map((_, point) => changesAt({ times, marks, zone: utc }, point));
  expect(changes).toEqual([[], ["Nov 22, 00:40 limit raised"], ["Nov 22, 02:50 upgraded"]]);
});
