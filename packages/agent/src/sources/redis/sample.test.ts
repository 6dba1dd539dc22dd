import { expect, test } from "vitest";
import { cleanUpAfterEach } from "../../../test/cleanups.ts";
import { startRedisServer } from "../../../test/redis-server.ts";
import { redisSettings } from "../../../test/settings.ts";
import { createLog } from "../../log.ts";
import { parseInfo } from "./info/info.ts";
import { sampleOf } from "./sample.ts";
import type { Snapshot } from "./snapshot.ts";
import { RedisSource } from "./source.ts";

const cleanups = cleanUpAfterEach();
const quiet = createLog("error", () => undefined);

test("HIS01 the sample of a real server is what its commands did, from the INFO that is read anyway", async () => {
  const redis = await startRedisServer({ args: ["--maxmemory", "100mb"] });
  cleanups.push(() => redis.stop());
  const source = new RedisSource(redisSettings(redis.port), quiet);
  cleanups.push(() => source.close());
  expect((await source.read()).samples).toMatchObject([{ id: "0", keys: 0, expiring: 0, rates: undefined }]);
  await redis.cli("SET", "a", "1");
  await redis.cli("SET", "b", "2", "EX", "1000");
  await redis.cli("-n", "3", "SET", "c", "3");
  for (let count = 0; count < 6; count += 1) await redis.cli("GET", count < 4 ? "a" : "none");
  const { samples: [sample] = [] } = await source.read();
  expect(sample).toMatchObject({ limit: 104_857_600, clients: 1, keys: 3, expiring: 1 });
  expect(sample?.used).toBeGreaterThan(100_000);
  const { seconds = 0, ops, hits, misses, evicted } = sample?.rates ?? {};
  expect((hits ?? 0) * seconds).toBeCloseTo(4);
  expect((misses ?? 0) * seconds).toBeCloseTo(2);
  expect((ops ?? 0) * seconds).toBeGreaterThanOrEqual(10);
  expect(evicted).toBe(0);
  expect([...source.sent.names]).toEqual(["INFO"]);
});

const memory = { memoryUsed: "30", memoryLimit: "0" };
const rates = { seconds: 60, ops: 5, hits: 2, misses: 1, evicted: 0, expired: 3 };
const primary = (keys: number, more: Partial<Snapshot> = {}): Snapshot => ({
  info: parseInfo(
    `# Clients\r\nconnected_clients:4\r\n# Stats\r\nkeyspace_hits:1\r\n# Keyspace\r\n` +
      `db0:keys=${keys},expires=2,avg_ttl=0\r\ndb1:keys=1,expires=0\r\n`,
  ),
  memoryLimit: "0",
  startedAt: null,
  gaps: [],
  rates,
  ...more,
});

test("HIS01 the sample of a cluster is the sum over its primaries", () => {
  expect(sampleOf([primary(10), primary(20)], memory)).toEqual({
    id: "0",
    used: 30,
    limit: 0,
    clients: 8,
    keys: 32,
    expiring: 4,
    fragmentation: null,
    lagBytes: null,
    lagSeconds: null,
    opsNow: null,
    rates: { seconds: 60, ops: 10, hits: 4, misses: 2, evicted: 0, expired: 6 },
  });
});

test("HIS01 a figure of a cluster that one primary does not tell is not known", () => {
  const { rates: _, ...unmeasured } = primary(20);
  expect(sampleOf([primary(10), unmeasured], memory).rates).toBeUndefined();
  const mute = primary(20, {
    info: parseInfo("# Memory\r\nused_memory:1\r\n"),
    rates: { ...rates, hits: null },
  });
  expect(sampleOf([primary(10), mute], memory)).toMatchObject({
    clients: null,
    keys: null,
    expiring: null,
    rates: { ops: 10, hits: null },
  });
});

const memoryOf = (used: number, ratio: string) =>
  primary(1, { info: parseInfo(`# Memory\r\nused_memory:${used}\r\nmem_fragmentation_ratio:${ratio}\r\n`) });

test("DEX01 the fragmentation of a cluster is that of all its memory, and none while one node has no ratio", () => {
  const fragmentation = (...nodes: Snapshot[]) => sampleOf(nodes, memory).fragmentation;
  expect(fragmentation(memoryOf(300, "1.10"), memoryOf(100, "1.50"))).toBeCloseTo(1.2);
  expect(fragmentation(memoryOf(300, "0.87"))).toBeCloseTo(0.87);
  for (const strange of ["-nan", "inf", "", "1e3", "-1.0"])
    expect(fragmentation(memoryOf(300, "1.10"), memoryOf(100, strange))).toBeNull();
});

test("HIS08 a keyspace line that is not a server's own gives no number", () => {
  const strange = parseInfo("# Keyspace\r\ndb0:keys=many,expires=-1\r\nmodule:keys=7\r\n");
  expect(sampleOf([primary(0, { info: strange })], memory)).toMatchObject({ keys: null, expiring: null });
});
