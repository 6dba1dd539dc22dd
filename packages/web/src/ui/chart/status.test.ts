import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { utc } from "../../lib/time/zone.ts";
import { shownFrom, lengthText, statusSpans, statusWords } from "./status.ts";

const from = "2026-11-22T00:00:00.000Z";
const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`) / 1_000;

// A time of the present year is written without it.
beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00Z"));
afterEach(() => void vi.useRealTimers());

test("HIS04 the status becomes times, without what is still awaited and what was before the first report", () => {
  const status: [string, number][] = [
    ["before", 12],
    ["active", 24],
    ["silent", 6],
    ["degraded", 3],
    ["awaited", 2],
  ];
  expect(statusSpans({ from, step: 300, status })).toEqual([
    { status: "active", from: at("01:00"), to: at("03:00") },
    { status: "silent", from: at("03:00"), to: at("03:30") },
    { status: "degraded", from: at("03:30"), to: at("03:45") },
  ]);
});

test("HIS04 HIS09 the band of the status can be read out", () => {
  const words = (status: [string, number][]) =>
    statusWords(statusSpans({ from, step: 300, status }), 300, utc);
  expect(words([["active", 288]])).toBe("Status: active for 1 day");
  expect(
    words([
      ["active", 250],
      ["silent", 12],
      ["active", 26],
    ]),
  ).toBe("Status: active for 23 hours; silent for 1 hour, from Nov 22, 20:50");
  const often = Array.from({ length: 6 }, (): [string, number][] => [
    ["silent", 1],
    ["active", 11],
  ]).flat();
  expect(words(often)).toMatch(
    /^Status: silent for 30 minutes, from Nov 22, 00:00 for 5 minutes, .*, 2 more; active/,
  );
  expect(words([["awaited", 3]])).toBe("Status: nothing known");
});

test("HIS04 the band of longer steps says of which steps it has the worst status", () => {
  const words = (step: 3_600 | 86_400, status: [string, number][]) =>
    statusWords(statusSpans({ from, step, status }), step, utc);
  expect(
    words(3_600, [
      ["active", 6],
      ["unreachable", 2],
    ]),
  ).toBe("Worst status per hour: active in 6 hours; unreachable in 2 hours, from Nov 22, 06:00");
  expect(
    words(86_400, [
      ["silent", 1],
      ["active", 9],
    ]),
  ).toBe("Worst status per day: silent on 1 day, from Nov 22 (UTC day); active on 9 days");
});

test("HIS09 lengths have two units at the most", () => {
  expect(lengthText(300)).toBe("5 minutes");
  expect(lengthText(3_900)).toBe("1 hour 5 minutes");
  expect(lengthText(2 * 86_400 + 3 * 3_600 + 60)).toBe("2 days 3 hours");
});

test("SCR07 charts begin at the first report, and show at least half an hour", () => {
  const day = { from: "2026-11-21T12:00:00Z", to: "2026-11-22T12:00:00Z", step: 300 as const };
  const shown = (status: [string, number][]) =>
    new Date(shownFrom({ ...day, status }) * 1_000).toISOString().slice(11, 16);
  expect(
    shown([
      ["before", 276],
      ["active", 12],
    ]),
  ).toBe("11:00");
  expect(
    shown([
      ["before", 287],
      ["active", 1],
    ]),
  ).toBe("11:30");
  // What was read of the time before counts.
  expect(
    shown([
      ["active", 12],
      ["before", 264],
      ["active", 12],
    ]),
  ).toBe("12:00");
  expect(shown([["silent", 288]])).toBe("12:00");
  expect(shown([])).toBe("12:00");
});
