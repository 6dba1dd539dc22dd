import { expect, test } from "vitest";
import type { Database, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { item, now } from "../../../../../tests/support/filters.ts";
import { memoryOfDatabase, memoryOfDatabases } from "./database-memory.ts";
import { describeMemory, memoryOf } from "./memory.ts";

const gibibyte = 2 ** 30;
const bytes = (gibibytes: number) => String(Math.round(gibibytes * gibibyte));
const of = (fields: Partial<DeploymentListItem>) => {
  const row = item(fields);
  return memoryOf(row, factsOf(row, now));
};
const several = (used: string | null, limit: string | null, more: Partial<DeploymentListItem> = {}) =>
  of({ databaseCount: 3, memoryUsed: used, memoryLimit: limit, ...more });

test("LSX01 the memory of a deployment is its sums; colour and percentage are of the fullest, which is named", () => {
  const memory = several(bytes(3), bytes(6), { fullest: { utilization: 96.4, database: "cart" } });
  expect(memory).toMatchObject({ level: "critical", fullest: 96.4, fullestName: "cart" });
  expect(describeMemory(memory)).toEqual({
    sums: "3.00 / 6.00 GiB",
    note: undefined,
    percent: 50,
    spoken: "3.00 GiB used of 6.00 GiB, 50.0%, fullest is cart at 96.4%",
  });
  expect(several(bytes(3), bytes(6), { fullest: { utilization: 91, database: "a" } }).level).toBe("warning");
});

test("LSX01 LSX03 a cache that evicts any key is full on purpose", () => {
  const fullest = { utilization: 100, database: "pages" };
  const cache = several(bytes(3), bytes(6), { fullest, facts: { policy: "allkeys-lru" } });
  expect(cache).toMatchObject({ level: "ok", evicts: true });
  expect(several(bytes(3), bytes(6), { fullest, facts: { policy: "volatile-lru" } }).level).toBe("warning");
  expect(several(bytes(3), bytes(6), { fullest, facts: { policy: "noeviction" } }).level).toBe("critical");
});

test("LSX01 a single database is its own fullest, and is not named", () => {
  const memory = of({ databaseCount: 1, memoryUsed: bytes(5.75), memoryLimit: bytes(6) });
  expect(memory).toMatchObject({ fullest: 95.8, fullestName: undefined, level: "critical" });
  expect(describeMemory(memory)).toMatchObject({ sums: "5.75 / 6.00 GiB", percent: 95.8 });
});

test.each<[string, ReturnType<typeof several>, string, string | undefined, number | undefined]>([
  ["units differ", several(bytes(0.5), bytes(6)), "512.00 MiB / 6.00 GiB", undefined, 8.3],
  ["nothing is used", several("0", bytes(6)), "0.00 B / 6.00 GiB", undefined, 0],
  ["over the limit", several(bytes(9), bytes(6)), "9.00 / 6.00 GiB", undefined, 150],
  ["nothing has a limit", several(bytes(3), "0"), "3.00 GiB", "No limit set", undefined],
  [
    "some have no limit",
    several(bytes(3), bytes(6), { facts: { unlimited: 2 } }),
    "3.00 GiB",
    "2 unlimited",
    undefined,
  ],
  [
    "some limits are unknown",
    several(bytes(3), bytes(6), { facts: { limitUnknown: 1 } }),
    "3.00 GiB",
    "limit unknown for 1",
    undefined,
  ],
  ["the limit is unknown", several(bytes(3), null), "3.00 GiB", "Limit unknown", undefined],
  ["what is used is unknown", several(null, bytes(6)), "— / 6.00 GiB", undefined, undefined],
])("LSX01 when %s, the cell says so", (_, memory, sums, note, percent) => {
  expect(describeMemory(memory)).toMatchObject({ sums, note, percent });
});

test("LSX01 what is not known is never a figure", () => {
  expect(describeMemory(several(null, null)).spoken).toBe("Memory unknown: not reported");
  expect(describeMemory(of({ databaseCount: 0, memoryUsed: "0", memoryLimit: "0" })).spoken).toBe(
    "No databases",
  );
});

const database: Database = {
  id: "1",
  name: "cart",
  status: "active",
  version: "7.2",
  memoryUsed: bytes(9.6),
  memoryLimit: bytes(10),
  tlsEnabled: true,
};

test("LSX01 LSX03 a database is judged by its own figures and policy", () => {
  expect(memoryOfDatabase(database)).toMatchObject({ fullest: 96, level: "critical", databases: 1 });
  expect(memoryOfDatabase({ ...database, evictionPolicy: "allkeys-lfu" }).level).toBe("ok");
  const unlimited = memoryOfDatabase({ ...database, memoryLimit: "0" });
  expect(describeMemory(unlimited)).toMatchObject({ sums: "9.60 GiB", note: "No limit set" });
});

test("LSX01 LSX03 of several databases the worst is named, not a fuller one that evicts", () => {
  const cache = { ...database, id: "2", name: null, memoryUsed: bytes(10), evictionPolicy: "allkeys-lru" };
  expect(memoryOfDatabases([cache, database])).toMatchObject({
    used: bytes(19.6),
    limit: bytes(20),
    level: "critical",
    fullest: 96,
    fullestName: "cart",
    unlimited: 0,
    evicts: false,
  });
  expect(memoryOfDatabases([cache, cache])).toMatchObject({ level: "ok", fullestName: "db 2", evicts: true });
  const hidden = { ...database, memoryLimit: null };
  expect(describeMemory(memoryOfDatabases([database, hidden]))).toMatchObject({
    sums: "19.20 GiB",
    note: "limit unknown for 1",
    percent: undefined,
  });
  expect(memoryOfDatabases([])).toMatchObject({ fullest: undefined, level: "ok", databases: 0 });
});
