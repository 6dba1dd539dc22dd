import { expect, test } from "vitest";
import { activityFromStats, toSamples } from "./activity.ts";
import { memoryFromStats, toDatabases } from "./databases.ts";

test("HIS01 samples have the memory of the databases, and the activity of the same statistics", () => {
  const stats = {
    used_memory: 5,
    no_of_keys: 7,
    conns: 3,
    instantaneous_ops_per_sec: 1.5,
    read_hits: 1,
    read_misses: 0.5,
    evicted_objects: 0,
    expired_objects: 2.5,
    mem_frag_ratio: 1.1,
  };
  const found = toDatabases(
    [{ uid: 1, memory_size: 64 }, { uid: 2 }, { uid: 3 }],
    memoryFromStats({ 1: stats }) ?? new Map(),
  );
  const lag = { lagBytes: null, lagSeconds: null };
  const nothing = { used: null, limit: null, clients: null, keys: null, expiring: null, fragmentation: null };
  const unknown = { ...nothing, ...lag };
  const noRates = { ops: null, hits: null, misses: null, evicted: null, expired: null };
  expect(toSamples(found?.databases ?? [], activityFromStats({ 1: stats, 2: { conns: "many" } }))).toEqual([
    {
      id: "1",
      used: 5,
      limit: 64,
      clients: 3,
      keys: 7,
      expiring: null,
      fragmentation: 1.1,
      ...lag,
      rates: { seconds: 1, ops: 1.5, hits: 1, misses: 0.5, evicted: 0, expired: 2.5 },
    },
    { id: "2", ...unknown, rates: { seconds: 1, ...noRates } },
    { id: "3", ...unknown, rates: undefined },
  ]);
});

test("HIS08 statistics of another form give no activity", () => {
  for (const strange of [null, [], "", 7, { 1: null }]) expect(activityFromStats(strange).size).toBe(0);
});
