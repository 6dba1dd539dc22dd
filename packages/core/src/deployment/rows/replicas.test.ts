import { expect, test } from "vitest";
import type { Database } from "../../contract/deployment/deployment.ts";
import { day, hour } from "../../kit/time.ts";
import {
  lostReplicas,
  readReplicas,
  type ReplicaCount,
  replicasAfter,
  replicasOfOlderRow,
  writeReplicas,
} from "./replicas.ts";

const start = Date.parse("2026-11-23T10:00:00Z");
const database = (replicas: number | null, id = "0"): Database => ({
  id,
  name: null,
  status: "active",
  version: null,
  memoryUsed: null,
  memoryLimit: null,
  tlsEnabled: null,
  replicas,
});

/** What is remembered after these counts, each with its time since the start. */
const after = (...counts: [count: number | null, at: number][]) =>
  counts.reduce<ReplicaCount | undefined>(
    (former, [count, at]) => replicasAfter(former, [database(count)], start + at),
    undefined,
  );
const lost = (at: number, ...counts: Parameters<typeof after>) => {
  const replicas = after(...counts);
  return replicas && lostReplicas(replicas, start + at);
};

test("MND16 what a primary had for a day is what it is meant to have, also when it was less for an hour", () => {
  expect(lost(day, [2, 0], [1, day])).toBe(1);
  expect(lost(day, [2, 0], [1, day - 1])).toBe(0);
  expect(lost(day + 3 * hour, [2, 0], [1, day], [2, day + hour], [0, day + 2 * hour])).toBe(2);
  expect(lost(2 * day - 1, [2, 0], [1, day])).toBe(1);
  expect(lost(2 * day, [2, 0], [1, day])).toBe(0);
  expect(lost(3 * day, [2, 0], [1, day], [0, 2 * day + hour])).toBe(1);
  expect(lost(day, [1, 0], [3, hour], [2, 2 * hour], [1, 3 * hour])).toBe(0);
});

test("MND16 nothing is remembered of a primary that never had a replica, of a replica, and of several databases", () => {
  expect(after([0, 0])).toBeUndefined();
  const known = after([2, 0]);
  expect(replicasAfter(known, [{ ...database(0), role: "replica" }], start + day)).toBeUndefined();
  expect(replicasAfter(known, [database(1), database(0, "1")], start + day)).toBeUndefined();
  expect(replicasAfter(known, [database(null)], start + day)).toBe(known);
});

test("MND16 R22 a row of 0.3.0 has the count itself, which is as old as the row at least", () => {
  const former = replicasOfOlderRow([database(1)], start);
  expect(former).toEqual({ count: 1, since: start });
  const next = replicasAfter(former, [database(0)], start + day);
  expect(next && lostReplicas(next, start + day)).toBe(1);
  expect(replicasOfOlderRow([database(0)], start)).toBeUndefined();
});

test("MND16 a row gives back what it stores", () => {
  for (const one of [
    { count: 2, since: start },
    { count: 0, since: start, usual: 2 },
  ])
    expect(readReplicas(writeReplicas(one))).toEqual(one);
});
