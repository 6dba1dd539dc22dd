import { expect, test } from "vitest";
import { databaseFacts } from "./database-facts.ts";
import type { ObservedDatabase } from "./observation.ts";

const database = (fields: Partial<ObservedDatabase> = {}): ObservedDatabase => ({
  id: "1",
  name: "orders",
  status: "active",
  version: null,
  memoryUsed: "1",
  memoryLimit: "2",
  tlsEnabled: null,
  ...fields,
});
const of = (...each: Partial<ObservedDatabase>[]) => databaseFacts(each.map(database));

test("FIL01 a deployment has the engines and regions of its databases, and their lowest and highest version", () => {
  const [redis, valkey] = [
    { engine: "redis", version: "7.10.1", region: "us-east-1" },
    { engine: "valkey", version: "8.1", region: "eu-west-1" },
  ] as const;
  expect(of(valkey, redis, { ...redis, version: "7.9" }, { version: "unknown" })).toEqual({
    engines: ["redis", "valkey"],
    versions: ["7.9", "8.1"],
    lowestByEngine: { redis: "7.9", valkey: "8.1" },
    regions: ["eu-west-1", "us-east-1"],
  });
  expect(of({}, { engine: null, version: "?" })).toEqual({});
  expect(of()).toEqual({});
});

test.each([
  [[true, true], { tls: "yes" }],
  [[false, false], { tls: "no" }],
  [[true, false], { tls: "mixed" }],
  [[true, false, null], { tls: "mixed" }],
  [[true, null], {}],
  [[null, false], {}],
  [[null], {}],
])("FIL03 TLS of %j is %j: what depends on an unknown one is unknown", (values, expected) => {
  expect(of(...values.map((tlsEnabled) => ({ tlsEnabled })))).toEqual(expected);
});

test("RUL02 a deployment has each way in which its databases are written to disk, from the words of any source", () => {
  const words = [
    "disabled",
    "none",
    "snapshot",
    "snapshot-every-1-hour",
    "aof",
    "aof-every-1-second",
    "tape",
  ];
  const ways = words.map((persistence) => of({ persistence }).persistence);
  expect(ways).toEqual([["off"], ["off"], ["snapshot"], ["snapshot"], ["aof"], ["aof"], undefined]);
  const both = [{ persistence: "snapshot" }, { persistence: "aof" }, { persistence: "aof-every-write" }];
  expect(of(...both)).toEqual({ persistence: ["aof", "snapshot"] });
  for (const persistence of [null, undefined]) expect(of(...both, { persistence })).toEqual({});
});

test.each([
  [["noeviction", "noeviction"], { policy: "noeviction" }],
  [["noeviction", "allkeys-lru"], { policy: "mixed" }],
  [["noeviction", undefined], {}],
  [[null], {}],
])("FIL01 FIL03 policies %j are %j", (values, expected) => {
  expect(of(...values.map((evictionPolicy) => ({ evictionPolicy })))).toEqual(expected);
});

test("FIL01 databases without a limit are counted; gaps and counted evictions are there only when there are some", () => {
  expect(of({ memoryLimit: "0" }, { memoryLimit: "1" }, { memoryLimit: "0" })).toEqual({ unlimited: 2 });
  expect(databaseFacts([database()], [])).toEqual({});
  expect(databaseFacts([database()], ["INFO: denied"])).toEqual({ gaps: true });
  expect(of({ evicted: 0 }, {})).toEqual({ evictions: true });
});

test("FIL01 SEC22 a deployment has fifty regions at most, however many its report names", () => {
  const databases = Array.from({ length: 5_000 }, (_, index) => ({ region: `region-${index}` }));
  expect(of(...databases).regions).toHaveLength(50);
});

test("LSX01 unknown limits are counted where other limits are known", () => {
  const facts = of({ memoryLimit: "0" }, { memoryLimit: null }, { memoryLimit: "0" });
  expect(facts).toEqual({ unlimited: 2, limitUnknown: 1 });
  expect(of({ memoryLimit: "1" }, { memoryLimit: null })).toEqual({ limitUnknown: 1 });
  expect(of({ memoryLimit: null }, { memoryLimit: null })).toEqual({});
});
