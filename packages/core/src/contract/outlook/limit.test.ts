import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AtLimit,
  atLimitText,
  beforeLimitText,
  consequenceOf,
  evictsByDesign,
  fullAtOf,
  levelAtLimit,
  urgencyWhenFull,
} from "./limit.ts";

const allkeys = ["allkeys-lru", "allkeys-lfu", "allkeys-lrm", "allkeys-random"];
const volatile = ["volatile-lru", "volatile-lfu", "volatile-lrm", "volatile-random", "volatile-ttl"];
const policies = ["noeviction", ...allkeys, ...volatile, undefined, null, "", "mixed", "volatile"];
const shares = [null, 0, 0.4, 3, 9.96, 10, 38, 89.9, 90, 100];
const rates = [null, 0, 0.2, 40];

type Row = [
  policy: string | null,
  share: number | null,
  evicted: number | null,
  before: string,
  now: string,
  level: string,
];

const some = "keys with an expiry will be evicted, then writes fail";
const only = "At its limit: only keys with an expiry can be evicted";
const evicts = "At its limit, evicts 40 keys a second";
const rows: Row[] = [
  ["noeviction", null, 0, "writes will fail", "Full: writes fail", "critical"],
  ["noeviction", 95, null, "writes will fail", "Full: writes fail", "critical"],
  ...allkeys.flatMap((policy): Row[] => [
    [policy, 38, 40, "keys will be evicted", evicts, "ok"],
    [policy, 3, 0, "keys will be evicted", "At its limit", "ok"],
    [policy, null, null, "keys will be evicted", "At its limit", "ok"],
  ]),
  ...volatile.flatMap((policy): Row[] => [
    [policy, 90, 40, "keys with an expiry will be evicted", evicts, "ok"],
    [policy, 100, 0, "keys with an expiry will be evicted", "At its limit", "ok"],
    [
      policy,
      38,
      0,
      "keys with an expiry (38% of the keys) will be evicted, then writes fail",
      "At its limit: only 38% of its keys can be evicted",
      "warning",
    ],
    // Redis Enterprise, Redis Cloud and ElastiCache don't say how many keys have an expiry.
    [policy, null, 0, some, only, "warning"],
    [policy, null, 40, some, only, "warning"],
    [policy, null, null, some, only, "warning"],
    [policy, 3, 0, "writes will fail: 3% of its keys have an expiry", "Full: writes fail", "critical"],
    [policy, 0, 0, "writes will fail: 0% of its keys have an expiry", "Full: writes fail", "critical"],
    [
      policy,
      0.4,
      0,
      "writes will fail: less than 1% of its keys have an expiry",
      "Full: writes fail",
      "critical",
    ],
    [
      policy,
      3,
      40,
      "writes will fail: 3% of its keys have an expiry",
      "At its limit: only 3% of its keys can be evicted",
      "warning",
    ],
    [policy, 9.96, null, "writes will fail: 9% of its keys have an expiry", "Full: writes fail", "critical"],
  ]),
  [null, 38, 40, "its limit is reached", "Full", "warning"],
  [null, null, null, "its limit is reached", "Full", "warning"],
  ["mixed", 3, 0, "its limit is reached", "Full", "warning"],
];

test.each(rows)(
  "RUN01 at the limit with policy %s, %s%% of keys with an expiry and %s evicted: before it %j, now %j, level %s",
  (policy, share, evicted, before, now, level) => {
    const consequence = consequenceOf(policy, share);
    const at: AtLimit = { consequence, share, evicted, percent: 99 };
    expect([beforeLimitText(consequence, share), atLimitText(at), levelAtLimit(at)]).toEqual([
      before,
      now,
      level,
    ]);
  },
);

const anyAt = fc.record({
  policy: fc.constantFrom(...policies),
  share: fc.constantFrom(...shares),
  evicted: fc.constantFrom(...rates),
  hitRatio: fc.constantFrom(null, 80, 95),
  hitRatioBefore: fc.constantFrom(null, 94),
});
const isCache = (policy: string | null | undefined, share: number | null) =>
  allkeys.includes(policy ?? "") || (volatile.includes(policy ?? "") && (share ?? 0) >= 90);

describe("RUN01 whatever is known", () => {
  test("a cache that evicts by design is never critical, and a store is never OK", () => {
    fc.assert(
      fc.property(anyAt, ({ policy, share, ...known }) => {
        const level = levelAtLimit({ consequence: consequenceOf(policy, share), share, ...known });
        expect(level).not.toBe(isCache(policy, share) ? "critical" : "ok");
      }),
    );
  });

  test("the list and the incident rule call a store what the outlook calls one, and as urgent", () => {
    fc.assert(
      fc.property(anyAt, ({ policy, share, evicted }) => {
        const consequence = consequenceOf(policy, share);
        const urgency = urgencyWhenFull(policy, share, evicted);
        expect(urgency === undefined).toBe(evictsByDesign(consequence));
        // A policy that isn't known is the one exception: writes may fail.
        const asOutlook =
          consequence === "unknown" ? "critical" : levelAtLimit({ consequence, share, evicted });
        expect(urgency ?? "ok").toBe(asOutlook);
      }),
    );
  });

  test("an unknown policy or share changes the words and the level to those of its own row only", () => {
    fc.assert(
      fc.property(anyAt, ({ policy, share, ...known }) => {
        const said = (one: string | null | undefined, other: number | null) => {
          const consequence = consequenceOf(one, other);
          const at = { consequence, share: other, ...known };
          return [beforeLimitText(consequence, other), atLimitText(at), levelAtLimit(at)];
        };
        expect(said(null, share)).toEqual(["its limit is reached", "Full", "warning"]);
        const isVolatile = volatile.includes(policy ?? "");
        expect(said(policy, null)).toEqual(isVolatile ? [some, only, "warning"] : said(policy, share));
        expect(fullAtOf({ policy, activeActive: null })).toBe(1);
      }),
    );
  });
});

test.each<[number | null, number | null, string, string]>([
  [91, 94, "; hit ratio 91%, 94% a month ago", "ok"],
  [89, 94, "; hit ratio 89%, 94% a month ago", "warning"],
  [94, 89, "; hit ratio 94%, 89% a month ago", "ok"],
  [50, null, "; hit ratio 50%", "ok"],
  [null, 94, "", "ok"],
])(
  "RUN01 a cache at its limit with a hit ratio of %s, before %s",
  (hitRatio, hitRatioBefore, words, level) => {
    const at: AtLimit = { consequence: "evicts", evicted: 40, percent: 100.2, hitRatio, hitRatioBefore };
    expect([atLimitText(at), levelAtLimit(at)]).toEqual([`${evicts}${words}`, level]);
  },
);

test.each<[number, string]>([
  [0.01, "At its limit since Oct 12, 2026, evicts less than 1 key a second"],
  [1.2, "At its limit since Oct 12, 2026, evicts 1 key a second"],
  [12_000.4, "At its limit since Oct 12, 2026, evicts 12,000 keys a second"],
])("RUN01 a cache that evicts %d keys a second says since when", (evicted, text) => {
  expect(atLimitText({ consequence: "evicts", evicted, since: Date.parse("2026-10-12T04:00:00Z") })).toBe(
    text,
  );
});

test.each<[Partial<AtLimit>, string, string]>([
  [{ consequence: "evicts", isSharded: true }, "Evicts at 82% of its limit: a shard is full", "ok"],
  [{ consequence: "evicts", isSharded: false }, "Evicts at 82% of its limit", "ok"],
  [{ consequence: "evictsSome", isSharded: true }, "Evicts at 82% of its limit: a shard is full", "warning"],
  [{ consequence: "failsFew", share: 3 }, "Evicts at 82% of its limit", "warning"],
  [{ consequence: "evicts", fullAt: 0.8 }, "Evicts at 82% of its limit: Active-Active begins at 80%", "ok"],
  [
    { consequence: "evictsSome", fullAt: 0.8 },
    "Evicts at 82% of its limit: Active-Active begins at 80%",
    "warning",
  ],
])("RUN01 what evicts below its limit says why: %o", (known, text, level) => {
  const at: AtLimit = { consequence: "evicts", percent: 82, evicted: 40, ...known };
  expect([atLimitText(at), levelAtLimit(at)]).toEqual([text, level]);
});

test.each<[AtLimit, string, string]>([
  [
    { consequence: "evicts", percent: 79, evicted: 0 },
    "At 79% of its limit: Active-Active evicts from 80%",
    "ok",
  ],
  [
    { consequence: "evictsSome", share: 38, percent: 81, evicted: 0 },
    "At 81% of its limit: only 38% of its keys can be evicted",
    "warning",
  ],
  [
    { consequence: "failsFew", share: 3, percent: 81, evicted: 0 },
    "At 81% of its limit: only 3% of its keys can be evicted",
    "warning",
  ],
  [{ consequence: "failsFew", share: 3, percent: 99, evicted: 0 }, "Full: writes fail", "critical"],
  [
    { consequence: "fails", percent: 96, evicted: 0, fullAt: 0.95 },
    "At 96% of its limit: Active-Active refuses writes from 95%",
    "critical",
  ],
])("RUN01 an Active-Active database is full below its limit: %o", (known, text, level) => {
  const at: AtLimit = { fullAt: 0.8, ...known };
  expect([atLimitText(at), levelAtLimit(at)]).toEqual([text, level]);
});

test.each<[Parameters<typeof fullAtOf>[0], number]>([
  [{ activeActive: true, policy: "allkeys-lru" }, 0.8],
  [{ activeActive: true, policy: "volatile-ttl" }, 0.8],
  [{ activeActive: true, policy: "noeviction" }, 0.95],
  [{ activeActive: true, policy: "noeviction", version: "8.4.0" }, 0.95],
  [{ activeActive: true, policy: "noeviction", version: "10.0" }, 0.95],
  [{ activeActive: true, policy: "noeviction", version: "8.2.1" }, 1],
  [{ activeActive: true, policy: "noeviction", version: "7.4" }, 1],
  [{ activeActive: true, policy: null }, 1],
  [{ activeActive: false, policy: "allkeys-lru" }, 1],
  [{ activeActive: null, policy: "noeviction" }, 1],
  [{ policy: "volatile-lru" }, 1],
])("RUN01 %o is full at %d of its limit", (known, fullAt) => {
  expect(fullAtOf(known)).toBe(fullAt);
});
