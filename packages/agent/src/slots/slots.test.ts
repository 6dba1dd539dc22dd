import { acceptedSlots } from "@shardwatch/core/history/slots";
import { parseReport, reportByteLimit } from "@shardwatch/core/contract/report/report";
import type { ReportedSlot } from "@shardwatch/core/contract/report/slots";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../api/outcome.ts";
import { Delivery } from "../delivery.ts";
import { overIn, reading, reportFrom, sample } from "../../test/readings.ts";
import { Parts } from "../parts.ts";
import type { SentReport } from "../parts.ts";
import type { Reading, Sample } from "../sources/source.ts";
import { Slots } from "./slots.ts";

const minute = 60_000;
const slotLength = 5 * minute;
const start = Date.parse("2030-01-01T00:00:00Z");

/** Adds one reading of one database each minute, and returns the slots of the report after them. */
function slotsAfter(figures: readonly (number | Reading)[]): ReportedSlot[] {
  const slots = new Slots();
  let now = start;
  for (const figure of figures) {
    slots.add(now, [typeof figure === "number" ? reading("one", [sample(figure)]) : figure]);
    now += minute;
  }
  const last = [reading("one", [sample(0)])];
  slots.add(now, last);
  return overIn(slots.attach(reportFrom(last, now), now));
}

test("HIS01 a slot has the largest memory and clients, the last limit, keys and fragmentation, the largest lag, and the means of the rates", () => {
  const [slot] = slotsAfter([10, 50, 30, 20, 40]);
  expect(slot).toEqual({
    at: "2030-01-01T00:00:00.000Z",
    deployments: [
      {
        key: "one",
        status: "active",
        databases: {
          ids: ["0"],
          used: [50],
          limit: [4_096],
          clients: [50],
          keys: [40],
          fragmentation: [40],
          lagBytes: [50],
          expired: [30],
          ops: [30],
          hits: [30],
          misses: [0],
        },
      },
    ],
  });
});

test("HIS01 the mean of a rate counts each reading by its time, and leaves out what is not known", () => {
  const rates = (seconds: number, ops: number | null) => ({
    seconds,
    ops,
    hits: null,
    misses: null,
    evicted: null,
    expired: null,
  });
  const readings = [rates(30, 10), rates(90, 30), rates(60, null), undefined, rates(60, 10)].map((one) =>
    reading("one", [sample(1, { rates: one })]),
  );
  expect(slotsAfter(readings)[0]?.deployments[0]?.databases?.ops).toEqual([(300 + 2_700 + 600) / 180]);
});

test("HIS01 a slot has the worst status of its readings, and no databases when none was read", () => {
  const { deployment } = reading("one", [], "unreachable");
  const [slot] = slotsAfter([
    { deployment },
    { deployment: { ...deployment, status: "degraded" } },
    { deployment },
    { deployment },
    { deployment },
  ]);
  expect(slot?.deployments).toEqual([{ key: "one", status: "unreachable" }]);
});

test("HIS01 a slot is sent once it is over, and until a report with it was accepted", () => {
  const slots = new Slots();
  const readings = [reading("one", [sample(1)])];
  const at = (time: number) => {
    slots.add(start + time, readings);
    return slots.attach(reportFrom(readings, start + time), start + time);
  };
  expect(overIn(at(0))).toEqual([]);
  expect(overIn(at(slotLength - 1))).toEqual([]);
  expect(overIn(at(slotLength))).toHaveLength(1);
  const second = at(slotLength + minute);
  expect(overIn(second)).toHaveLength(1);
  slots.accepted(second);
  expect(overIn(at(slotLength + 2 * minute))).toEqual([]);
});

test("SCR07 the first two reports have the slot that runs, and say how much of it was watched; the whole one follows", () => {
  const slots = new Slots();
  const readings = [reading("one", [sample(1, { rates: undefined, opsNow: 7 })])];
  const began = 2 * minute;
  const sentAt = (time: number) => {
    slots.add(start + time, readings);
    const report = slots.attach(reportFrom(readings, start + time), start + time);
    slots.accepted(report);
    return (report.slots ?? []).map(({ at, covers }) => [(Date.parse(at) - start) / minute, covers]);
  };
  expect(sentAt(began)).toEqual([[0, 1]]);
  expect(sentAt(began + minute)).toEqual([[0, 60]]);
  expect(sentAt(began + 2 * minute)).toEqual([]);
  // It was started within the slot, so that one is never whole.
  expect(sentAt(slotLength)).toEqual([[0, 180]]);
  expect(sentAt(2 * slotLength)).toEqual([[5, undefined]]);
});

test("SCR07 a report that was not accepted does not count, and a deployment that is new later brings the running slot again", () => {
  const slots = new Slots();
  const one = reading("one", [sample(1)]);
  const runs = (time: number, readings: readonly Reading[], isAccepted = true) => {
    slots.add(start + time, readings);
    const report = slots.attach(reportFrom(readings, start + time), start + time);
    if (isAccepted) slots.accepted(report);
    return report.slots?.map(({ deployments }) => deployments.map(({ key }) => key));
  };
  for (let tries = 0; tries < 3; tries += 1) expect(runs(tries * 1_000, [one], false)).toEqual([["one"]]);
  expect(runs(4_000, [one])).toEqual([["one"]]);
  expect(runs(5_000, [one])).toEqual([["one"]]);
  expect(runs(6_000, [one])).toBeUndefined();
  expect(runs(7_000, [one, reading("two", [sample(1)])])).toEqual([["one", "two"]]);
});

test("SCR07 until there is a rate, commands a second are those that the server itself says", () => {
  const slots = new Slots();
  const opsAfter = (time: number, part: Partial<Sample>) => {
    const readings = [reading("one", [sample(1, part)])];
    slots.add(start + time, readings);
    const [slot] = slots.attach(reportFrom(readings, start + time), start + time).slots ?? [];
    return slot?.deployments[0]?.databases?.ops;
  };
  expect(opsAfter(0, { rates: undefined, opsNow: 7 })).toEqual([7]);
  const rates = { seconds: 60, ops: 30, hits: 1, misses: 0, evicted: 0, expired: 0 };
  expect(opsAfter(minute, { rates, opsNow: 9 })).toEqual([30]);
});

test("HIS01 an API that wants slots every 15 minutes gets three of them then", () => {
  const slots = new Slots();
  const readings = [reading("one", [sample(1)])];
  slots.accepted(reportFrom(readings, start), 900);
  const sent: number[] = [];
  for (let time = 0; time <= 30 * minute; time += minute) {
    slots.add(start + time, readings);
    const report = slots.attach(reportFrom(readings, start + time), start + time);
    slots.accepted(report);
    const over = overIn(report).length;
    if (over > 0) sent.push(time / minute, over);
  }
  expect(sent).toEqual([15, 3, 30, 3]);
});

test("HIS08 slots that were formed while the host's clock was ahead are dropped once it is corrected", () => {
  const slots = new Slots();
  const readings = [reading("one", [sample(1)])];
  const ahead = 2 * 60 * minute;
  for (let time = 0; time < 3; time += 1) slots.add(start + ahead + time * slotLength, readings);
  slots.add(start, readings);
  slots.add(start + slotLength, readings);
  const later = start + ahead + 4 * slotLength;
  const sent = overIn(slots.attach(reportFrom(readings, later), later));
  expect(sent.map(({ at }) => at)).toEqual(["2030-01-01T00:00:00.000Z"]);
});

/** Runs an agent that is cut off for a while, and returns how many slots the API lacks in the end. */
async function gapAfter(cutOffMinutes: number, phase: number): Promise<number> {
  const slots = new Slots();
  const taken = new Set<number>();
  let now = start + phase;
  let isCut = false;
  const push = (report: SentReport): Promise<Outcome> => {
    if (isCut) return Promise.resolve({ kind: "retry", reason: "cut off" });
    expect(parseReport(report)).toHaveProperty("report");
    const observations = new Map(
      report.deployments.map(({ key }) => [key, { id: key, databases: undefined }]),
    );
    for (const { slot } of acceptedSlots(report.slots ?? [], observations, now)) taken.add(slot);
    return Promise.resolve({ kind: "accepted", nextReportSeconds: 60 });
  };
  const delivery = new Delivery({ now: () => now, push }, slots);
  const before = 30;
  for (let passed = 0; passed < before + cutOffMinutes + 60; passed += 1) {
    isCut = passed >= before && passed < before + cutOffMinutes;
    const readings = [reading("one", [sample(passed)])];
    slots.add(now, readings);
    await delivery.send([reportFrom(readings, now)], new AbortController().signal);
    now += minute;
  }
  return Math.max(...taken) - Math.min(...taken) + 1 - taken.size;
}

describe.each([0, 0.5, 1, 2.5, 4, 4.9])("an agent that started %s minutes into a slot", (phase) => {
  test("HIS07 leaves no gap after 2 h 50 min without the API", async () => {
    expect(await gapAfter(170, phase * minute)).toBe(0);
  });

  test("HIS07 leaves a gap of one hour after 4 h without the API", async () => {
    const minutes = (await gapAfter(240, phase * minute)) * 5;
    expect(minutes).toBeGreaterThanOrEqual(55);
    expect(minutes).toBeLessThanOrEqual(60);
  });
});

test("HIS06 AGT26 an agent with thousands of databases sends fewer slots at a time, and each of them in the end", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 200, max: 700 }),
      (clusters, databases) => {
        const slots = new Slots();
        const readings = Array.from({ length: clusters }, (_, cluster) =>
          reading(
            `cluster ${cluster}`,
            Array.from({ length: databases }, (__, id) =>
              sample(123_456_789_123, { id: String(id), fragmentation: 1.25, lagBytes: null }),
            ),
          ),
        );
        let now = start;
        for (let slot = 0; slot < 4; slot += 1) {
          slots.add(now, readings);
          now += slotLength;
        }
        slots.add(now, readings);
        const parts = new Parts();
        const sent = new Set<string>();
        for (let round = 0; round < 5; round += 1)
          for (const part of parts.divide(reportFrom(readings, now), { version: "1" }, [])) {
            const report = slots.attach(part, now);
            expect(Buffer.byteLength(JSON.stringify(report))).toBeLessThan(reportByteLimit);
            for (const { at, deployments } of overIn(report))
              for (const { key } of deployments) sent.add(`${at} ${key}`);
            slots.accepted(report);
          }
        expect(sent.size).toBe(4 * clusters);
      },
    ),
    { numRuns: 6 },
  );
});
