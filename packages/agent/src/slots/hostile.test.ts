import { parseReport } from "@shardwatch/core/contract/report/report";
import { expect, test } from "vitest";
import { overIn, reading, reportFrom, sample } from "../../test/readings.ts";
import { Parts } from "../parts.ts";
import type { SentReport } from "../parts.ts";
import type { Reading } from "../sources/source.ts";
import { Slots } from "./slots.ts";

const minute = 60_000;
const slotLength = 5 * minute;
const start = Date.parse("2030-01-01T00:00:00Z");

const honest = reading("honest", [sample(1)]);
const withDatabases = (key: string, ids: readonly string[]): Reading =>
  reading(
    key,
    ids.map((id) => sample(123_456_789_123, { id })),
  );
/** That many ids from this number on, of this length. */
const idsFrom = (first: number, count: number, length = 1): string[] =>
  Array.from({ length: count }, (_, index) => String(first + index).padStart(length, "x"));

/** The one report of these readings, with the slots that wait. */
function reportOf(slots: Slots, readings: readonly Reading[], now: number): SentReport {
  const [part] = new Parts().divide(reportFrom(readings, now), { version: "1" }, []);
  if (!part) throw new Error("there is no report");
  return slots.attach(part, now);
}

const keysIn = (report: SentReport) =>
  overIn(report).map(({ deployments }) => deployments.map(({ key }) => key));

test("HIS06 AGT26 a server that names other databases at every reading gets no report refused", () => {
  const slots = new Slots();
  for (let reads = 0; reads < 4; reads += 1)
    slots.add(start + reads * minute, [honest, withDatabases("hostile", idsFrom(reads * 3_000, 3_000))]);
  const last = [honest, withDatabases("hostile", idsFrom(0, 10))];
  slots.add(start + slotLength, last);
  const report = reportOf(slots, last, start + slotLength);
  expect(parseReport(report)).toHaveProperty("report");
  expect(keysIn(report)).toEqual([["honest", "hostile"]]);
  // The databases of the last reading in the slot, and none of those before.
  expect(overIn(report)[0]?.deployments[1]?.databases?.ids).toEqual(idsFrom(9_000, 3_000));
});

test("HIS06 AGT26 a server with more databases than a report may have gets no report refused", () => {
  const slots = new Slots();
  slots.add(start, [honest, withDatabases("hostile", idsFrom(0, 6_000))]);
  const last = [honest, withDatabases("hostile", idsFrom(0, 10))];
  slots.add(start + slotLength, last);
  const report = reportOf(slots, last, start + slotLength);
  expect(parseReport(report)).toHaveProperty("report");
  expect(overIn(report)[0]?.deployments[1]?.databases?.ids).toHaveLength(5_000);
});

test("HIS06 AGT26 a deployment whose slot fits into no report holds back the slots of no other", () => {
  const slots = new Slots();
  const huge = ["huge", "another"].map((key) => withDatabases(key, idsFrom(0, 5_000, 64)));
  const small = ["huge", "another"].map((key) => withDatabases(key, ["0"]));
  slots.add(start, [...huge, honest]);
  slots.add(start + slotLength, [...small, honest]);
  const report = reportOf(slots, [...small, honest], start + slotLength);
  expect(parseReport(report)).toHaveProperty("report");
  expect(keysIn(report)).toEqual([["huge", "honest"]]);
  slots.accepted(report);
  // A second report with this slot would replace what the API has of it.
  expect(keysIn(reportOf(slots, [...small, honest], start + slotLength))).toEqual([]);
});
