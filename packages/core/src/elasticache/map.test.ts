import { expect, test } from "vitest";
import type { Cache } from "../ports/elasticache.ts";
import { toDatabase, toObservation, usualReserve } from "./map.ts";

const cache = (more: Partial<Cache> = {}): Cache => ({
  kind: "replicationGroup",
  id: "sessions",
  engine: "redis",
  version: "7.1.0",
  status: "available",
  tls: true,
  clusterMode: false,
  nodeType: "cache.t3.micro",
  parameterGroup: "default.redis7",
  gauges: [{ kind: "node", id: "sessions-001", tiered: false }],
  replicas: 0,
  encryptedAtRest: null,
  endpoint: null,
  storageLimit: null,
  ...more,
});
const database = (more: Partial<Cache>, reserved = usualReserve) =>
  toDatabase("eu-west-1", cache(more), 5n, { reserved, evictionPolicy: null });

test("AWS12 the memory limit is that of the node type less what is kept back, for each shard", () => {
  // The example is from AWS's own knowledge center, for the default parameter group.
  expect(database({})?.memoryLimit).toBe("402653184");
  const gauges = [1, 2, 3].map((shard) => ({ kind: "node", id: String(shard), tiered: false }) as const);
  expect(database({ gauges })?.memoryLimit).toBe("1207959552");
  expect(database({}, { percent: 50 })?.memoryLimit).toBe("268435456");
  expect(database({}, { bytes: 36_870_912n })?.memoryLimit).toBe("500000000");
  expect(database({ nodeType: "cache.x9.huge" })?.memoryLimit).toBeNull();
  expect(database({ nodeType: null, storageLimit: 5n * 1024n ** 3n })?.memoryLimit).toBe("5368709120");
  expect(database({ nodeType: null })?.memoryLimit).toBeNull();
});

test("AWS12 AWS's words for a state become ours; one that is gone is left out", () => {
  const states = Object.fromEntries(
    [
      "available",
      "modifying",
      "snapshotting",
      "rebooting cluster nodes",
      "creating",
      "deleting",
      "restore-failed",
      "new word",
    ].map((status) => [status, database({ status })?.status]),
  );
  expect(states).toEqual({
    available: "active",
    modifying: "active",
    snapshotting: "active",
    "rebooting cluster nodes": "active",
    creating: "pending",
    deleting: "deleting",
    "restore-failed": "error",
    "new word": "error",
  });
  expect(database({ status: "deleted" })).toBeUndefined();
});

test("AWS02 caches of one name in two regions tell their region, and no others", () => {
  const named = (region: string, id: string) =>
    toDatabase(region, cache({ id }), null, { reserved: usualReserve, evictionPolicy: null }) ?? [];
  const databases = [named("us-east-1", "a"), named("eu-west-1", "a"), named("eu-west-1", "b")].flat();
  const { databases: shown } = toObservation(
    { id: "dep_1", roleArn: "arn:aws:iam::111122223333:role/R" },
    databases,
    false,
    [],
  );
  expect(shown?.map(({ name }) => name)).toEqual(["a (eu-west-1)", "b", "a (us-east-1)"]);
});

test("RUN01 a cache is tiered where its nodes are, and that is not known without nodes", () => {
  const gauges = (tiered: boolean) => [{ kind: "node", id: "sessions-001", tiered } as const];
  expect(database({ gauges: gauges(true) })?.tiered).toBe(true);
  expect(database({ gauges: gauges(false) })?.tiered).toBe(false);
  expect(database({ gauges: [] })?.tiered).toBeNull();
});
