import { expect, test } from "vitest";
import type { CloudDatabase } from "../ports/redis-cloud.ts";
import { toObservation } from "./map.ts";

const subscription = { id: "7", name: "shop", status: "active", provider: "AWS", regions: ["eu-west-1"] };
const plain: CloudDatabase = {
  id: "1",
  name: "cache",
  protocol: "redis",
  status: "active",
  version: "7.4",
  replication: false,
  memoryUsedInMb: null,
  memoryLimitInGb: null,
  datasetSizeInGb: null,
  planMemoryLimitInMb: null,
  tls: null,
  evictionPolicy: null,
  region: null,
  persistence: null,
  modules: [],
  activeActive: false,
  tiered: null,
  endpoint: null,
  parts: [],
};
const part = {
  version: "7.2",
  memoryUsedInMb: 6,
  memoryLimitInGb: 1,
  datasetSizeInGb: null,
  tls: true,
  evictionPolicy: "noeviction",
};

const map = (fields: Partial<CloudDatabase>) =>
  toObservation("dep_1", "flexible", subscription, [{ ...plain, ...fields }]).databases?.[0];

test.each([
  [{ memoryUsedInMb: 6 }, "6291456", null],
  [{ memoryUsedInMb: 29.9949 }, "31451932", null],
  [{ memoryUsedInMb: 0 }, "0", null],
  [{ memoryLimitInGb: 1, datasetSizeInGb: 9 }, null, "1073741824"],
  [{ memoryLimitInGb: 0.1 }, null, "107374182"],
  [{ datasetSizeInGb: 1 }, null, "1073741824"],
  [{ datasetSizeInGb: 1, replication: true }, null, "2147483648"],
  [{ planMemoryLimitInMb: 250 }, null, "262144000"],
  [{ memoryUsedInMb: 1e9, memoryLimitInGb: 1e30 }, "1048576000000000", null],
])("SYN10 memory %j is %s used of %s bytes, never with an exponent", (fields, memoryUsed, memoryLimit) => {
  expect(map(fields)).toMatchObject({ memoryUsed, memoryLimit });
});

test("SYN10 an Active-Active database has the sums of its regions, and TLS where all agree", () => {
  const parts = [part, { ...part, memoryUsedInMb: null }];
  const found = map({ version: null, parts });
  expect(found).toMatchObject({ memoryUsed: "6291456", memoryLimit: "2147483648", version: "7.2" });
  expect(found?.tlsEnabled).toBe(true);
  expect(map({ parts: [part, { ...part, tls: false }] })?.tlsEnabled).toBeNull();
  expect(map({ parts: [{ ...part, tls: false }] })?.tlsEnabled).toBe(false);
});

test("DBS01 DEX01 a database has its policy and the only region of its subscription; parts of an Active-Active one may differ", () => {
  const facts = {
    evictionPolicy: "allkeys-lru",
    persistence: "none",
    modules: ["search"],
    endpoint: "db.example:1",
  };
  expect(map({ ...facts, replication: true })).toMatchObject({
    ...facts,
    engine: "redis",
    region: "eu-west-1",
    replicas: 1,
  });
  expect(map({ region: "us-east-1" })?.region).toBe("us-east-1");
  expect(map({ parts: [part, part] })).toMatchObject({ evictionPolicy: "noeviction", region: null });
  expect(map({ parts: [part, { ...part, evictionPolicy: null }] })?.evictionPolicy).toBeNull();
});

test("SYN09 Memcached is left out, and a subscription without a name is called by its id", () => {
  const unnamed = { ...subscription, name: null, status: "error" };
  const observed = toObservation("dep_1", "fixed", unnamed, [{ ...plain, protocol: "memcached" }]);
  expect(observed).toMatchObject({
    name: "Subscription 7",
    databases: [],
    statusMessage: "Redis Cloud reports: error",
  });
});

test("databases beyond what can be stored are told as a gap", () => {
  const many = Array.from({ length: 5_003 }, (_, index) => ({ ...plain, id: String(index) }));
  const observed = toObservation("dep_1", "flexible", subscription, many);
  expect(observed.databases).toHaveLength(5_000);
  expect(observed.gaps).toEqual(["3 more databases aren't shown"]);
});
