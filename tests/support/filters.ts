import fc from "fast-check";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type FieldName, fieldNames } from "@shardwatch/core/contract/filter/fields";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";

/* What the tests of the filter share. */

export const now = Date.parse("2026-11-22T12:00:00.000Z");

export const item = (fields: Partial<DeploymentListItem> = {}): DeploymentListItem => ({
  id: "dep_0123456789abcdefghjk",
  organizationId: "org_one",
  name: "Orders Cache",
  type: "CLUSTER",
  source: "agent",
  status: "active",
  statusMessage: null,
  lastUpdated: new Date(now - 30_000).toISOString(),
  databaseCount: 3,
  memoryUsed: String(600 * 2 ** 20),
  memoryLimit: String(2 ** 30),
  cloudSubscription: null,
  enterpriseAdminUrl: null,
  databases: [],
  license: null,
  ...fields,
});

export const license = (fields: Partial<NonNullable<DeploymentListItem["license"]>> = {}) => ({
  expirationDate: new Date(now + 10 * 86_400_000).toISOString(),
  ramShardsInUse: 9,
  ramShardsLimit: 10,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 0,
  ...fields,
});

export const cloud = (fields: object = {}) => ({
  subscriptionType: "Pro",
  provider: "AWS",
  regions: ["eu-west-1", "us-east-1"],
  link: null,
  ...fields,
});

const someBytes = fc.option(fc.bigInt({ min: 0n, max: 4n * 2n ** 30n }).map(String), { nil: null });
const shardCount = fc.constantFrom(0, 1, 9, 10, 11);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const figure = (numbers: readonly number[]) => fc.constantFrom(null, ...numbers);

/** A deployment with any combination of what a filter can ask about. */
export const anyItem: fc.Arbitrary<DeploymentListItem> = fc
  .record({
    type: fc.constantFrom("STANDALONE", "CLUSTER", "ENTERPRISE", "CLOUD"),
    source: fc.constantFrom("agent", "redis-cloud", "elasticache"),
    status: fc.constantFrom("active", "stale", "degraded", "unreachable", "error"),
    age: fc.integer({ min: 0, max: 20 }),
    databaseCount: fc.nat(3),
    memoryUsed: someBytes,
    memoryLimit: fc.oneof(someBytes, fc.constant("0")),
    expires: fc.option(fc.integer({ min: -10, max: 120 }), { nil: null }),
    shards: fc.option(fc.tuple(shardCount, shardCount, shardCount), { nil: null }),
    cloud: fc.boolean(),
    facts: optional(
      fc.record(
        {
          engines: fc.subarray(["redis" as const, "valkey" as const]),
          versions: fc.constantFrom<[string, string]>(["6.2.1", "7.0"], ["7.2.4", "7.2.4"], ["8.0.1", "8.2"]),
          tls: fc.constantFrom("yes", "no", "mixed"),
          policy: fc.constantFrom("noeviction", "allkeys-lru", "mixed"),
          persistence: fc.subarray(["aof" as const, "snapshot" as const, "off" as const], { minLength: 1 }),
          gaps: fc.boolean(),
          evictions: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    ),
    figures: optional(
      fc.record({
        to: fc.constant("2026-11-22T11:55:00.000Z"),
        opsPerSecond: figure([0, 20, 75.5, 2_000]),
        clients: figure([0, 5, 150]),
        lookupsPerSecond: figure([0, 100]),
        hitRatio: figure([0, 45.25, 95]),
        evictedPerSecond: figure([0]),
        keys: figure([0]),
        fragmentation: figure([0.9, 1.25, 2]),
        replicationLag: fc.constantFrom(null, "0", "2097152"),
        replicationSilence: figure([0]),
      }),
    ),
    via: optional(fc.constantFrom("key_1/agent", "key_2/agent", "int_1")),
  })
  .map(({ age, expires, shards, cloud: isCloud, facts, figures, via, ...rest }) =>
    item({
      ...rest,
      lastUpdated: new Date(now - age * 60_000).toISOString(),
      cloudSubscription: isCloud ? cloud() : null,
      license:
        shards &&
        license({
          expirationDate: expires === null ? null : new Date(now + expires * 86_400_000).toISOString(),
          ramShardsInUse: shards[0],
          ramShardsLimit: shards[1],
          shardsLimit: shards[2],
        }),
      ...(facts && { facts }),
      ...(figures && { figures }),
      ...(via !== undefined && { via }),
    }),
  );

export const parse = (text: string) =>
  parseFilter(new URLSearchParams(text), ["sort", "order", "page", "pageSize"], nearest);

/** Any text that the grammar allows, and much that it does not. */
const number = fc.oneof(
  fc.nat(200),
  fc.double({ min: 0, max: 2_000, noNaN: true }).map((n) => n.toFixed(2)),
);
const sized = fc
  .tuple(number, fc.constantFrom("", "KiB", "MiB", "GiB", "TiB", "%"))
  .map((both) => both.join(""));
const value = fc.oneof(
  fc.constantFrom("unknown", "none", "expired", "active", "CLOUD", "agent", "live", "eu-west-1", "1e5"),
  fc.constantFrom(
    "7",
    "7.2",
    "7.2.4",
    "..7.2",
    "6..7.2",
    "7..",
    "8.0.1..8.1",
    "yes",
    "mixed",
    "valkey",
    "critical",
  ),
  sized,
  sized.map((from) => `${from}..`),
  sized.map((to) => `..${to}`),
  fc.tuple(sized, sized).map((ends) => ends.join("..")),
  fc.string({ maxLength: 12 }),
);
const values = fc.array(
  fc.tuple(fc.constantFrom("", "-"), value).map((both) => both.join("")),
  { maxLength: 4 },
);
/** Parameters of a filter, also senseless ones. */
export const anyQuery = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...fieldNames, "search"), fc.string({ maxLength: 8 })), values), {
    maxLength: 8,
  })
  .map((pairs) => pairs.map(([name, texts]): [string, string] => [name, texts.join(",")]));

const ranges = ["90..", "80..90", "..80", "100..", "0", "none", "unknown"];
const sizes = ["1GiB..", "..512MiB", "512MiB..2GiB", "1GiB", "0", "none", "unknown"];
const answers = ["yes", "no", "unknown"];
/** Values that make sense, of each field. */
const sensible: Record<FieldName, readonly string[]> = {
  type: ["STANDALONE", "CLUSTER", "ENTERPRISE", "CLOUD"],
  org: ["org_1"],
  id: ["dep_1"],
  source: ["agent", "redis-cloud", "elasticache"],
  status: ["active", "stale", "unreachable", "degraded", "error"],
  severity: ["critical", "warning", "ok"],
  fresh: ["live", "late", "silent"],
  via: ["key_1", "unknown"],
  region: ["eu-west-1", "us-east-1", "none", "unknown"],
  provider: ["aws", "gcp", "none", "unknown"],
  plan: ["pro", "essentials", "none"],
  engine: ["redis", "valkey", "unknown"],
  version: ["7.2", "..7.2", "7..", "6..7.2", "unknown"],
  util: ranges,
  memory: sizes,
  maxmemory: sizes,
  runway: ["..14", "15..30", "60..", "full", "none", "unknown"],
  databases: ["0", "1..2", "3.."],
  ram: ranges,
  flash: ranges,
  shards: ranges,
  license: ["expired", "..30", "..90", "31..", "none", "unknown"],
  eos: ["ended", "..180", "365..", "unknown"],
  cve: ["critical", "high", "medium", "unscored", "patched", "none", "unknown"],
  tls: ["yes", "no", "mixed", "unknown"],
  policy: ["noeviction", "allkeys-lru", "unknown"],
  evicting: answers,
  gaps: answers,
  ops: ["100..", "..50", "unknown"],
  clients: ["1..10", "100..", "unknown"],
  hits: ["90..", "..50", "none", "unknown"],
  lag: ["1MiB..", "0", "unknown"],
  frag: ["1.5..", "..1", "unknown"],
  persistence: ["aof", "snapshot", "off", "unknown"],
  unsaved: answers,
  incident: ["open", "acknowledged", "none", "unknown"],
};
const sensibleTerm = fc.constantFrom(...fieldNames).chain((name) =>
  fc
    .array(fc.tuple(fc.constantFrom("", "", "", "-"), fc.constantFrom(...sensible[name])), {
      minLength: 1,
      maxLength: 3,
    })
    .map((given): [string, string] => [name, given.map((both) => both.join("")).join(",")]),
);

/** Parameters of a filter of one to three terms. Most of them match some deployments and not others. */
export const sensibleQuery = fc.oneof(
  { weight: 9, arbitrary: fc.array(sensibleTerm, { minLength: 1, maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("a", "CART", "orders, eu", "%", "-")
      .map((search): [string, string][] => [["search", search]]),
  },
);

const numbers = Array.from({ length: 20 }, (_, index) => String(10 + index));
const longestFields: readonly FieldName[] = [
  ...(["memory", "maxmemory", "databases", "ram", "flash", "shards", "util", "license"] as const),
  ...(["version", "via", "plan", "policy"] as const),
];
/** The most work that the limits allow: twelve fields with twenty values each. */
export const longestQuery = longestFields.map((name): [string, string] => [name, numbers.join(",")]);
