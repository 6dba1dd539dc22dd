import { expect, test } from "vitest";
import { hour, minute, second } from "../../kit/time.ts";
import { refusedFingerprint, sharedFingerprint } from "../rows/page-fingerprint.ts";
import type { PulseRow } from "../rows/pulse.table.ts";
import { isOfPreviousRelease, isRewriteDue } from "./heartbeat.ts";

const begin = Date.parse("2026-03-01T12:00:00.000Z");
const sk = (index: number) => `PULSE#key_${Math.floor(index / 100)}#agent${index}#0`;

test("R22 of 200 agents that report every minute each is due within an hour, at most ten in the same minute", () => {
  const first = new Map<number, number>();
  for (let index = 0; index < 200; index += 1)
    for (let past = 0; past < 60 && !first.has(index); past += 1) {
      const now = begin + past * minute + ((index * 7) % 60) * second;
      if (isRewriteDue({ sk: sk(index) }, "agent", now)) first.set(index, past);
    }
  expect(first.size).toBe(200);
  const counts = Map.groupBy(first.values(), (past) => past);
  const sizes = [...counts].filter(([past]) => past > 0).map(([, all]) => all.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
  // A page whose minutes have begun already comes first.
  expect(counts.get(0)?.length).toBeLessThanOrEqual(20);
});

test("R22 an integration that is read every five minutes is due for ten of them in each hour", () => {
  const due = Array.from({ length: 60 }, (_, past) =>
    isRewriteDue({ sk: "PULSE#cloud_1#-#0" }, "redis-cloud", begin + past * minute),
  );
  expect(due.filter(Boolean)).toHaveLength(10);
  const later = (past: number) =>
    isRewriteDue({ sk: "PULSE#cloud_1#-#0" }, "redis-cloud", begin + hour + past * minute);
  expect(due).toEqual(Array.from(due, (_, past) => later(past)));
});

test("R22 a pulse of the former version is one whose text follows from the former fingerprint of its page", () => {
  const pulse = (fingerprint: string): PulseRow => ({
    pk: "",
    sk: "",
    measuredAt: 1,
    receivedAt: 1,
    fingerprint,
    entries: '[["1",null,"5"]]',
    refused: '["2"]',
    kind: "agent",
  });
  const former = ["page", "", "refused page"];
  const ofBoth = [refusedFingerprint("page", ["dep_2"]), sharedFingerprint("page", ["dep_1"])];
  for (const text of [...former, ...ofBoth])
    expect(isOfPreviousRelease(pulse(text), "page"), text).toBe(true);
  const others = [
    "new",
    "again 7",
    refusedFingerprint("page", ["dep_3"]),
    sharedFingerprint("new", ["dep_1"]),
  ];
  for (const text of others) expect(isOfPreviousRelease(pulse(text), "page"), text).toBe(false);
  expect(isOfPreviousRelease(undefined, "page")).toBe(false);
});
