import fc from "fast-check";
import { describe as group, expect, test } from "vitest";
import type { DeploymentListItem } from "../deployment/deployment.ts";
import { compile } from "./compile.ts";
import { factsOf } from "./facts.ts";
import {
  anyItem,
  cloud,
  item,
  license,
  longestQuery,
  now,
  parse,
  sensibleQuery,
} from "../../../../../tests/support/filters.ts";
import { parseFilter } from "./parse.ts";

/** What a filter says of a deployment. Fails for a filter with faults. */
function says(text: string, fields: Partial<DeploymentListItem> = {}) {
  const { filter, faults } = parse(text);
  expect(faults).toEqual([]);
  return compile(filter)(factsOf(item(fields), now));
}

group("terms of different fields are joined by AND, values of one by OR, and - excludes", () => {
  const enterprise = { type: "ENTERPRISE", license: license() } as const;
  const subscription = { type: "CLOUD", source: "redis-cloud", cloudSubscription: cloud() } as const;
  test.each([
    ["", {}, true],
    ["type=CLUSTER", {}, true],
    ["type=cluster,cloud", {}, true],
    ["type=CLOUD&type=CLUSTER", {}, true],
    ["type=CLOUD", {}, false],
    ["type=-CLOUD", {}, true],
    ["type=-CLUSTER,-CLOUD", {}, false],
    ["type=CLUSTER&source=elasticache", {}, false],
    ["type=CLUSTER&source=agent", {}, true],
    ["type=CLUSTER,-CLUSTER", {}, false],
    ["status=-active,-stale", { status: "unreachable" }, true],
    ["status=Degraded", { status: "degraded" }, true],
    ["id=dep_0123456789abcdefghjk", {}, true],
    ["org=org_two", {}, false],
    ["org=all", {}, true],
    ["engine=valkey", { facts: { engines: ["redis", "valkey"] } }, true],
    ["engine=valkey", { facts: { engines: ["redis"] } }, false],
    // One engine, whose version is not among those of the deployment.
    [
      "engine=redis,Redis&version=unknown",
      { facts: { engines: ["redis", "valkey"], versions: ["8.0.1"] } },
      true,
    ],
    ["version=7.2", { facts: { versions: ["7.2.4", "8.0.1"] } }, true],
    ["version=7", { facts: { versions: ["7.4.3-61", "7.4.3-61"] } }, true],
    ["version=..7.2", { facts: { versions: ["7.2.0", "8.0.1"] } }, false],
    ["version=..7.2", { facts: { versions: ["7.0.15", "8.0.1"] } }, true],
    ["version=7.2..", { facts: { versions: ["7.2.0", "8.0.1"] } }, true],
    ["version=6..7.2", { facts: { versions: ["6.2", "6.2"] } }, true],
    ["version=7.2.4", { facts: { versions: ["7.2.5", "7.2.5"] } }, false],
    ["util=90..", { fullest: { utilization: 95.3, database: "sessions" } }, true],
    ["util=58..59", { databaseCount: 1 }, true],
    ["util=none", { memoryLimit: "0" }, true],
    ["tls=no,mixed", { facts: { tls: "mixed" } }, true],
    ["policy=noeviction", { facts: { policy: "noeviction" } }, true],
    ["evicting=yes", { evicted: 3, facts: { evictions: true } }, true],
    ["evicting=no", { facts: { evictions: true } }, true],
    ["gaps=yes", { facts: { gaps: true } }, true],
    ["via=key_one", { via: "key_one/agent" }, true],
    ["via=key_one/agent", { via: "key_one/agent" }, true],
    ["via=key_one/other", { via: "key_one/agent" }, false],
    ["region=eu-north-1", { facts: { regions: ["eu-north-1"] } }, true],
    ["severity=critical", { status: "unreachable" }, true],
    ["severity=critical,warning", {}, false],
    ["fresh=live", {}, true],
    ["fresh=late", { lastUpdated: new Date(now - 3 * 60_000).toISOString() }, true],
    ["fresh=silent", { lastUpdated: new Date(now - 6 * 60_000).toISOString() }, true],
    ["fresh=live", { ...subscription, lastUpdated: new Date(now - 6 * 60_000).toISOString() }, true],
    ["region=eu-west-1", subscription, true],
    ["region=eu-central-1,us-east-1", subscription, true],
    ["region=-eu-west-1", subscription, false],
    ["provider=aws&plan=pro", subscription, true],
    ["memory=600MiB", {}, true],
    ["memory=1GiB..", {}, false],
    ["memory=..1gib", {}, true],
    ["maxmemory=1GiB..2GiB", {}, true],
    ["databases=..2,3", {}, true],
    ["ram=90..", enterprise, true],
    ["ram=90.1..", enterprise, false],
    ["shards=..89", enterprise, false],
    ["shards=25", { license: license({ ramShardsInUse: 1, ramShardsLimit: 0, shardsLimit: 4 }) }, true],
    ["license=..30,expired", enterprise, true],
    ["license=..9", enterprise, false],
    ["license=expired", { license: license({ expirationDate: "2026-11-22T11:00:00Z" }) }, true],
    ["license=..30", { license: license({ expirationDate: "2026-11-22T11:00:00Z" }) }, false],
  ] as const)("%s of %j is %s", (text, fields, expected) => {
    expect(says(text, fields as Partial<DeploymentListItem>)).toBe(expected);
  });
});

group("FIL03 what is unknown neither matches a term nor its negation", () => {
  const unread = { memoryUsed: null, memoryLimit: null, license: license({ expirationDate: null }) };
  test.each([
    ["memory=1GiB..", undefined],
    ["memory=-1GiB..", undefined],
    ["memory=unknown", true],
    ["memory=-unknown", false],
    ["maxmemory=none", undefined],
    ["license=expired", undefined],
    ["license=unknown", true],
    ["memory=1GiB..,unknown", true],
    ["memory=1GiB..&type=CLOUD", false],
    ["region=eu-west-1", false],
  ] as const)("%s is %s where nothing could be read", (text, expected) => {
    expect(says(text, unread)).toBe(expected);
  });

  test.each([
    ["maxmemory=none", { memoryLimit: "0" }, true],
    ["maxmemory=1GiB..", { memoryLimit: "0" }, false],
    ["maxmemory=unknown", { memoryLimit: "0" }, false],
    ["maxmemory=-none", { memoryLimit: "0" }, false],
    ["maxmemory=none", {}, false],
    ["license=none", {}, true],
    ["ram=none", { license: license({ ramShardsLimit: 0 }) }, true],
    ["plan=none", {}, true],
    ["region=unknown", { cloudSubscription: cloud({ regions: [] }) }, true],
    ["provider=unknown", { cloudSubscription: cloud({ provider: null }) }, true],
  ] as const)("%s of %j is %s", (text, fields, expected) => {
    expect(says(text, fields as Partial<DeploymentListItem>)).toBe(expected);
  });
});

test("search is a part of the name in any case, never split, or a whole id", () => {
  expect(says("search=ders%20CA")).toBe(true);
  expect(says("search=orders,cache")).toBe(false);
  expect(says("search=a,b", { name: "A,B" })).toBe(true);
  expect(says("search=-cache", { name: "my-cache" })).toBe(true);
  expect(says("search=dep_0123456789abcdefghjk")).toBe(true);
  expect(says("search=dep_0123456789abcdefghj")).toBe(false);
});

group("FIL08 no filter within the limits is slow", () => {
  /** How often the facts of one row are read. */
  function readsOf(query: [string, string][]): number {
    const { filter, faults } = parseFilter(query, []);
    expect(faults).toEqual([]);
    const isWanted = compile(filter);
    let reads = 0;
    const whole = item({ license: license({ flashShardsLimit: 4 }), cloudSubscription: cloud() });
    const facts = factsOf({ ...whole, fullest: { utilization: 15.5, database: "a" }, via: "key_1" }, now);
    isWanted(
      new Proxy(
        { ...facts, version: 15_000_000, policy: "15" },
        { get: (of, name) => ((reads += 1), Reflect.get(of, name)) },
      ),
    );
    return reads;
  }

  test("the longest one reads the facts of a row as often as one with a single value a field", () => {
    const negated = (text: string) =>
      text
        .split(",")
        .map((value) => `-${value}`)
        .join(",");
    for (const query of [
      longestQuery,
      longestQuery.slice(0, 8).map(([name, text]): [string, string] => [name, negated(text)]),
    ]) {
      const short = query.map(([name, text]): [string, string] => [name, text.split(",")[0] ?? ""]);
      expect(readsOf(query)).toBeLessThanOrEqual(query.length + 2);
      expect(readsOf(query)).toBeGreaterThanOrEqual(readsOf(short));
    }
  });

  test("the values of a field are joined by OR, whether they overlap or not", () => {
    fc.assert(
      fc.property(anyItem, sensibleQuery, (row, query) => {
        const facts = factsOf(row, now);
        for (const [name, text] of query.filter(([each]) => each !== "search")) {
          const alone = text.split(",").filter((value) => !value.startsWith("-"));
          if (alone.length === 0) continue;
          const answers = alone.map((value) => compile(parseFilter([[name, value]], []).filter)(facts));
          const or = answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
          expect(compile(parseFilter([[name, alone.join(",")]], []).filter)(facts)).toBe(or);
        }
      }),
    );
  });
});

const figures = {
  to: "2026-11-22T11:55:00.000Z",
  opsPerSecond: 20,
  clients: 5,
  lookupsPerSecond: 100,
  hitRatio: 89.96,
  evictedPerSecond: 0,
  keys: 0,
  fragmentation: 1.496,
  replicationLag: null,
  replicationSilence: null,
};

test.each([
  ["hits=90..", 89.96, true],
  ["hits=90..", 89.94, false],
  ["hits=..89.9", 89.94, true],
])("RUL02 FIL03 a hit ratio is asked for as lists show it: %s of %d is %s", (text, hitRatio, is) => {
  expect(says(text, { figures: { ...figures, hitRatio } })).toBe(is);
});

test.each([
  ["frag=1.5..", 1.496, true],
  ["frag=1.5..", 1.494, false],
  ["frag=..1.49", 1.494, true],
])("RUL02 FIL03 fragmentation is asked for as lists show it: %s of %d is %s", (text, fragmentation, is) => {
  expect(says(text, { figures: { ...figures, fragmentation } })).toBe(is);
});
