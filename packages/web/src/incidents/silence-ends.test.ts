import { expect, test } from "vitest";
import type { Zone } from "../lib/time/zone.ts";
import { type EndChoice, endFault, endOf } from "./silence-ends.ts";

/** A zone with one change of its clocks. Hours from UTC. */
const zoneOf = (before: number, change: string, after: number): Zone => ({
  name: "test",
  offsetAt: (time) => (time < Date.parse(change) ? before : after) * 3_600_000,
});
const berlin = zoneOf(2, "2026-10-25T01:00:00Z", 1);
const newYork = zoneOf(-5, "2027-03-14T07:00:00Z", -4);

const ends = (choice: EndChoice, now: string, zone: Zone, typed = "") => {
  const end = endOf(choice, typed, Date.parse(now), zone);
  return end === undefined ? undefined : new Date(end).toISOString().slice(0, 16);
};

test.each<[EndChoice, string, Zone, string]>([
  ["hour", "2026-11-23T23:30:00Z", berlin, "2026-11-24T00:30"],
  ["hours", "2026-11-23T23:30:00Z", berlin, "2026-11-24T03:30"],
  // In Berlin it is Tuesday already.
  ["tomorrow", "2026-11-23T23:30:00Z", berlin, "2026-11-25T08:00"],
  ["tomorrow", "2026-11-23T22:30:00Z", berlin, "2026-11-24T08:00"],
  // Clocks change in between.
  ["tomorrow", "2026-10-24T10:00:00Z", berlin, "2026-10-25T08:00"],
  ["tomorrow", "2027-03-13T20:00:00Z", newYork, "2027-03-14T13:00"],
  ["monday", "2026-11-25T10:00:00Z", berlin, "2026-11-30T08:00"],
  ["monday", "2026-11-29T22:59:00Z", berlin, "2026-11-30T08:00"],
  ["monday", "2026-11-30T03:00:00Z", berlin, "2026-11-30T08:00"],
  ["monday", "2026-11-30T08:00:00Z", berlin, "2026-12-07T08:00"],
])("INC05 %s from %s on ends at a time of the person's clock", (choice, now, zone, expected) => {
  expect(ends(choice, now, zone)).toBe(expected);
});

test("INC05 another time is one of the person's clock, and must be in the next 30 days", () => {
  const now = "2026-11-23T10:00:00Z";
  expect(ends("custom", now, berlin, "2026-11-24T09:30")).toBe("2026-11-24T08:30");
  expect(ends("custom", now, berlin, "")).toBeUndefined();
  const fault = (typed: string) => endFault(endOf("custom", typed, Date.parse(now), berlin), Date.parse(now));
  expect(fault("")).toBe("Choose a day and a time");
  expect(fault("2026-11-23T11:00")).toBe("Choose a time in the future");
  expect(fault("2026-11-23T11:01")).toBeUndefined();
  expect(fault("2026-12-23T11:00")).toBeUndefined();
  expect(fault("2026-12-23T11:01")).toBe("Choose a time within 30 days");
});
