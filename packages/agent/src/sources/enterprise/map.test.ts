import { Secret } from "@shardwatch/core/kit/secret";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asReported } from "../../../test/enterprise.ts";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import { activityFromStats } from "./activity.ts";
import { clusterKey, nodeTrouble, toCluster } from "./cluster.ts";
import { memoryFromShards, memoryFromStats, toDatabases } from "./databases.ts";
import { toLicense } from "./map.ts";
import { toReading } from "./map.ts";
import type { Outcome, Parts } from "./parts.ts";
import { bytesOf, parseJson, timeOf } from "./values.ts";

const settings: EnterpriseSettings = {
  type: "enterprise",
  name: "production",
  url: "https://cluster.example:9443",
  addresses: [{ host: "cluster.example", port: 9_443 }],
  nodes: [],
  username: "u",
  password: new Secret("p"),
  tls: { insecureSkipVerify: false },
};

const none: ReadonlyMap<string, string> = new Map();
const forbidden: Outcome<never> = { failure: { status: "denied", message: "m".repeat(400), code: "403" } };

function parts(more: Partial<Parts> = {}): Parts {
  const cluster = { name: "c.example", createdAt: "2024-01-01T00:00:00Z", adminUrl: undefined };
  const empty = { value: [] };
  return {
    cluster,
    license: { value: {} },
    nodes: empty,
    databases: empty,
    memoryUsed: { value: none },
    activity: new Map(),
    shards: empty,
    ...more,
  };
}

test.each([
  [5_651_336, "5651336"],
  [5_651_336.6, "5651337"],
  ["1024", "1024"],
  ["0009", "9"],
  [0, "0"],
  [9e18, "9000000000000000000"],
  [1e19, null],
  ["9223372036854775807", "9223372036854775807"],
  ["9223372036854775808", null],
  [-1, null],
  [Number.NaN, null],
  [1e300, null],
  ["12.5", null],
  [null, null],
  [{}, null],
])("ENT23 ENT24 %j as bytes is %j", (value, bytes) => expect(bytesOf(value)).toBe(bytes));

test("ENT25 whole numbers beyond 2^53 keep every digit, whatever stands beside them", () => {
  const text = '{"a":9007199254740993,"b":1,"c":"9007199254740993","d":1.5,"e":12345678901234567.5}';
  const { a, b, c, d } = parseJson(text) as Record<string, unknown>;
  expect({ a, b, c, d }).toEqual({ a: "9007199254740993", b: 1, c: "9007199254740993", d: 1.5 });
});

test.each([
  ["2024-03-05T10:20:30Z", "2024-03-05T10:20:30Z"],
  ["2024-03-05T10:20:30.123Z", "2024-03-05T10:20:30Z"],
  ["2024-03-05T12:20:30+02:00", "2024-03-05T10:20:30Z"],
  ["2024-03-05T10:20:30", "2024-03-05T10:20:30Z"],
  ["2024-13-45T10:20:30Z", null],
  ["tomorrow", null],
  [1_709_634_030, null],
  [null, null],
])("%j as a time is %j", (value, time) => expect(timeOf(value)).toBe(time));

test("AGT17 one creation time has one form, so that no version's way to write it makes another deployment", () => {
  const keyOf = (created_time: string) => clusterKey(toCluster({ name: "C.Example", created_time }));
  expect(keyOf("2024-03-05T10:20:30Z")).toBe("c.example 2024-03-05T10:20:30Z");
  expect(keyOf("2024-03-05T10:20:30.000001Z")).toBe(keyOf("2024-03-05T10:20:30Z"));
  expect(() => clusterKey(toCluster({ name: "c.example" }))).toThrow("no identity");
  expect(() => clusterKey(toCluster({ created_time: "2024-03-05T10:20:30Z" }))).toThrow("no identity");
});

test.each([
  [{ name: "c.example", cm_port: 8_443 }, "https://c.example:8443"],
  [{ name: "c.example", cm_port: "443" }, "https://c.example:443"],
  [{ name: "c.example" }, "https://c.example:8443"],
  [{ name: "c.example", cm_port: 99_999 }, undefined],
  [{ name: "evil.example/path?" }, undefined],
  [{ name: "user@evil.example" }, undefined],
  [{ name: 'c"><script>' }, undefined],
  [{}, undefined],
])("SEC15 the cluster %j is administered at %j", (cluster, address) =>
  expect(toCluster(cluster).adminUrl).toBe(address),
);

test("ENT26 TLS is told by tls_mode, by ssl only where there is none, and unknown otherwise", () => {
  const items = [
    { tls_mode: "enabled", ssl: false },
    { tls_mode: "disabled", ssl: true },
    { tls_mode: "replica_ssl" },
    { ssl: true },
    { tls_mode: "unheard-of", ssl: true },
    {},
  ].map((item, uid) => ({ uid, ...item }));
  const modes = toDatabases(items, none)?.databases.map(({ tlsEnabled }) => tlsEnabled);
  expect(modes).toEqual([true, false, false, true, null, null]);
});

test("ENT22 a database without a name has none: the fallback is the screen's", () => {
  expect(toDatabases([{ uid: 7, name: "  " }], none)?.databases[0]?.name).toBeNull();
});

test("more databases than a report takes are cut off and counted", () => {
  const items = Array.from({ length: 5_003 }, (_, uid) => ({ uid }));
  expect(toDatabases(items, none)).toMatchObject({ beyond: 3, strange: 0 });
});

test("the memory of a database with a silent shard is not known: a part would look like the whole", () => {
  const shard = (bdb_uid: number, used_memory?: number) => ({ bdb_uid, redis_info: { used_memory } });
  const memory = memoryFromShards([shard(1, 5), shard(1, 7), shard(2, 5), shard(2), shard(2, 9), null]);
  expect(memory).toEqual(new Map([["1", "12"]]));
  expect(memoryFromShards({})).toBeUndefined();
  expect(memoryFromStats([])).toBeUndefined();
  expect(memoryFromStats({ 1: { used_memory: 5.0 }, 2: {}, 3: null })).toEqual(new Map([["1", "5"]]));
});

test("ENT28 limits that are null, absent or no numbers are 0", () => {
  const license = toLicense({ ram_shards_limit: null, shards_limit: "4", flash_shards_in_use: "x" }, null);
  expect(license).toMatchObject({
    ramShardsLimit: 0,
    flashShardsLimit: 0,
    flashShardsInUse: 0,
    shardsLimit: 4,
  });
});

test("nodes that are not active are counted and named once", () => {
  const nodes = ["active", "down", "down", "provisioning", null].map((status) => ({ status }));
  expect(nodeTrouble(nodes)).toBe("4 of 5 nodes are not active: down, provisioning, unknown.");
  expect(nodeTrouble([{ status: "active" }])).toBeUndefined();
  expect(nodeTrouble([{ status: "down" }])).toBe("1 of 1 nodes is not active: down.");
});

test("a part that fails keeps its last good value and is a gap of at most 300 characters", () => {
  const first = toReading(settings, "k", parts({ license: { value: { shards_limit: 9 } } }), undefined);
  const { reading } = toReading(settings, "k", parts({ license: forbidden, nodes: forbidden }), first.known);
  expect(reading.deployment.license?.shardsLimit).toBe(9);
  expect(reading.deployment.gaps?.map(({ length }) => length)).toEqual([300, 300]);
  expect(reading.deployment.status).toBe("active");
});

test("AGT24 a figure that no database has is a gap, and is not 0; without databases there is none", () => {
  const databases = { value: [{ uid: 1 }, { uid: 2, memory_size: null }] };
  const { deployment } = toReading(settings, "k", parts({ databases }), undefined).reading;
  expect(deployment.databases).toMatchObject([
    { memoryUsed: null, memoryLimit: null },
    { memoryUsed: null, memoryLimit: null },
  ]);
  expect(deployment.gaps).toEqual([
    "Memory used: the cluster doesn't report it for any of its databases (2).",
    "Memory limit: the cluster doesn't report it for any of its databases (2).",
  ]);
  expect(toReading(settings, "k", parts(), undefined).reading.deployment.gaps).toBeUndefined();
});

test("SEC15 the configured admin address goes before the cluster's", () => {
  const own = { ...settings, adminUrl: "https://admin.example/" };
  const { known } = toReading(own, "k", parts(), undefined);
  expect(known.enterpriseAdminUrl).toBe("https://admin.example/");
});

const item = fc.dictionary(
  fc.constantFrom(
    "uid",
    "name",
    "status",
    "version",
    "redis_version",
    "memory_size",
    "tls_mode",
    "ssl",
    "eviction_policy",
    "crdt",
    "bigstore",
    "module_list",
  ),
  fc.jsonValue(),
);
const licenseFields = ["activation_date", "expiration_date", "owner", "ram_shards_limit", "features"];
const shardFields = ["uid", "bdb_uid", "node_uid", "role", "status", "detailed_status"];
const json = fc.record({
  cluster: fc.record({ name: fc.jsonValue(), created_time: fc.jsonValue(), cm_port: fc.jsonValue() }),
  license: fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...licenseFields), fc.jsonValue())),
  nodes: fc.oneof(fc.jsonValue(), fc.array(fc.record({ status: fc.jsonValue() }))),
  databases: fc.oneof(fc.jsonValue(), fc.array(item)),
  memory: fc.jsonValue(),
  shards: fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(fc.constantFrom(...shardFields), fc.jsonValue()))),
});

test("R12 times and sums beyond what a report can tell are not known", () => {
  for (const [time, known] of [
    ["9999-12-31T23:59:59-12:00", null],
    ["0000-01-01T00:00:00+12:00", null],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
  ])
    expect(toLicense({ expiration_date: time }, null)?.expirationDate).toBe(known);
  const shard = { bdb_uid: "1", redis_info: { used_memory: "5000000000000000000" } };
  expect(memoryFromShards([shard])).toEqual(new Map([["1", "5000000000000000000"]]));
  expect(memoryFromShards([shard, shard])).toEqual(new Map());
});

test("R12 whatever a cluster answers, the report is one that the API takes", () => {
  fc.assert(
    fc.property(json, ({ cluster, license, nodes, databases, memory, shards }) => {
      const memoryUsed = { value: memoryFromStats(memory) ?? memoryFromShards(memory) ?? none };
      const all: Parts = {
        cluster: toCluster(cluster),
        license: { value: license },
        nodes: { value: nodes },
        databases: { value: databases },
        memoryUsed,
        activity: activityFromStats(memory),
        shards: { value: shards },
      };
      asReported(toReading(settings, "k", all, undefined).reading);
    }),
    { numRuns: 500 },
  );
});

test("RUN01 a database is Active-Active or tiered only where the cluster says so", () => {
  const items = [
    { crdt: true, bigstore: true },
    { crdt: "yes", bigstore: false },
  ].map((one, uid) => ({ uid, ...one }));
  const [said, unsaid] = toDatabases(items, none)?.databases ?? [];
  expect(said).toMatchObject({ activeActive: true, tiered: true });
  expect(unsaid).not.toHaveProperty("activeActive");
  expect(unsaid).not.toHaveProperty("tiered");
});

test("DEX01 P1 the modules of a database have one order, in whatever order the cluster lists them", () => {
  const modulesIn = (...names: string[]) =>
    toDatabases([{ uid: 1, module_list: names.map((name) => ({ module_name: name })) }], none)?.databases[0]
      ?.modules;
  expect(modulesIn("search", "bf")).toEqual(["bf", "search"]);
  expect(modulesIn("bf", "search")).toEqual(["bf", "search"]);
});
