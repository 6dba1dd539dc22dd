import { expect, test } from "vitest";
import { agent, database, deployment, source, start } from "../../../../../tests/support/watched.ts";
import { agentSecurityFixes } from "../../contract/support/agent-fixes.ts";
import { newId } from "../../kit/ids.ts";
import { dateText, day, hour, minute } from "../../kit/time.ts";
import type { WatchedDatabase } from "../judging/watched.ts";
import { certificateEnds } from "./certificate.ts";
import { channelFailing } from "./channels.ts";
import { flashShardsFull, licenseEnds, ramShardsFull } from "./license.ts";
import { evictionsBegin, memoryFull } from "./memory.ts";
import type { Judgement } from "./rule.ts";
import { agentClock, agentOld, agentOldBy, keyUnused, sourceFailing } from "./sources.ts";
import { databaseUnwell, silent, unwell } from "./status.ts";
import { tokenEnds } from "./tokens.ts";

const brief = ({ when, clear, severity, step }: Judgement) => (when ? [severity, step] : [when, clear]);
const memoryOf = (...databases: Partial<WatchedDatabase>[]) =>
  brief(memoryFull.judge(deployment("dep_1", { databases: databases.map(database) }), start));

test.each([
  [[{ utilization: 84.9 }], [false, true]],
  [[{ utilization: 85 }], [false, false]],
  [[{ utilization: 89.9 }], [false, false]],
  [[{ utilization: 90 }], ["warning", 1]],
  [[{ utilization: 95 }], ["critical", 2]],
  [[{ utilization: null }], [false, true]],
  [[{ utilization: undefined }], [undefined, undefined]],
  [
    [{ utilization: undefined }, { utilization: 97 }],
    ["critical", 2],
  ],
  [
    [{ utilization: undefined }, { utilization: 86 }],
    [undefined, false],
  ],
  [[{ utilization: 100, policy: "allkeys-lru" }], [false, true]],
  [
    [{ utilization: 100, policy: "allkeys-lfu" }, { utilization: 50 }],
    [false, true],
  ],
  [[{ utilization: 96, policy: undefined }], ["critical", 2]],
  [[], [false, true]],
])("INC01 memory is judged by the fullest database that does not evict: %j", (databases, expected) => {
  expect(memoryOf(...databases)).toEqual(expected);
});

const volatile = (utilization: number | undefined, share?: number | null, evicted?: number) => ({
  utilization,
  policy: "volatile-ttl",
  ...(share !== undefined && { share }),
  ...(evicted !== undefined && { evicted }),
});

test.each<[Partial<WatchedDatabase>[], unknown]>([
  [[volatile(84)], [false, true]],
  [[volatile(86)], [false, false]],
  [[volatile(90)], ["warning", 1]],
  // How many keys have an expiry is not known: Redis Enterprise, Redis Cloud and ElastiCache don't say.
  [[volatile(96)], ["warning", 1]],
  [[volatile(100, null)], ["warning", 1]],
  [[volatile(96, 38)], ["warning", 1]],
  [[volatile(96, 3)], ["critical", 2]],
  [[volatile(96, 3, 0)], ["critical", 2]],
  [[volatile(96, 3, 40)], ["warning", 1]],
  [[volatile(91, 3)], ["warning", 1]],
  [[volatile(100, 90)], [false, true]],
  [
    [volatile(100), { utilization: 96 }],
    ["critical", 2],
  ],
  [
    [{ utilization: 91 }, volatile(100)],
    ["warning", 1],
  ],
  [
    [{ utilization: undefined }, volatile(86)],
    [undefined, false],
  ],
  [
    [{ utilization: 50 }, volatile(undefined)],
    [undefined, undefined],
  ],
])("RUN01 memory that keys with an expiry can free is a warning at most: %j", (databases, expected) => {
  expect(memoryOf(...databases)).toEqual(expected);
});

test.each([
  [{}, [false, true]],
  [{ failingSince: start - hour + 1 }, [false, true]],
  [{ failingSince: start - hour }, ["warning", 1]],
  [{ failingSince: start - 2 * hour, off: "person" as const }, [false, true]],
  [{ failingSince: start, off: "gone" as const }, ["warning", 2]],
  [{ failingSince: start - 5 * day, off: "failing" as const }, ["warning", 2]],
])("INC01 a channel that delivers nothing for an hour, or has switched itself off: %j", (state, expected) => {
  const channel = { id: "chn_1", name: "On call", failingSince: null, off: undefined, ...state };
  expect(brief(channelFailing.judge(channel, start))).toEqual(expected);
});

test.each([
  [15, [false, true], "ends"],
  [14, ["warning", 1], "ends"],
  [4, ["warning", 1], "ends"],
  [3, ["warning", 2], "ends"],
  [1, ["warning", 3], "ends"],
  [0, ["warning", 4], "ended"],
])(
  "OUT12 the end of a token is warned of 14, 3 and 1 days ahead, and once it is there: %j days",
  (left, expected, verb) => {
    const expiresAt = start + left * day;
    const judged = tokenEnds.judge({ id: "tok_1", name: "Grafana", expiresAt }, start);
    expect(brief(judged)).toEqual(expected);
    expect(judged.value).toBe(`${verb} on ${dateText(expiresAt)}`);
  },
);

test.each([
  [30, 14, 1],
  [14, 14, 0],
  [14, 7, 0],
  [14, 3, 1],
  [5, 3, 0],
  [5, 1, 1],
  [1, 1, 0],
  [1, -1, 1],
  [90, -7, 4],
  [90, -8, 0],
])(
  "OUT12 a token for %j days is not warned of in the first half of its life, nor a week after its end: %j left",
  (life, left, step) => {
    const expiresAt = start + left * day;
    const id = newId("token", expiresAt - life * day, new Uint8Array(16));
    expect(tokenEnds.judge({ id, name: "Grafana", expiresAt }, start).step).toBe(step);
  },
);

test("INC01 the value names the fullest store", () => {
  const databases = [
    database({ utilization: 99, policy: "allkeys-lru" }),
    database({ name: "cart", utilization: 92.4 }),
  ];
  expect(memoryFull.judge(deployment("dep_1", { databases }), start).value).toBe(
    "92.4% of its limit in cart",
  );
});

test("RUN01 the value names the store that is worst, also beside a fuller one that evicts", () => {
  const databases = [
    database({ name: "baskets", ...volatile(99) }),
    database({ name: "cart", utilization: 96.4 }),
  ];
  expect(memoryFull.judge(deployment("dep_1", { databases }), start)).toMatchObject({
    severity: "critical",
    value: "96.4% of its limit in cart",
  });
});

test("INC02 figures of a deployment that is silent or unreachable say nothing", () => {
  const databases = [database({ utilization: 99 })];
  for (const state of [{ isSilent: true }, { status: "unreachable" }, { status: "denied" }])
    expect(brief(memoryFull.judge(deployment("dep_1", { databases, ...state }), start))).toEqual([
      undefined,
      undefined,
    ]);
});

const licensed = (daysLeft: number | null, shards: Partial<Record<string, number>> = {}) =>
  deployment(
    "dep_1",
    {},
    {
      license: {
        expirationDate: daysLeft === null ? null : new Date(start + daysLeft * day).toISOString(),
        ramShardsInUse: 0,
        ramShardsLimit: 0,
        flashShardsInUse: 0,
        flashShardsLimit: 0,
        shardsLimit: 0,
        ...shards,
      },
    },
  );

test.each([
  [91, [false, true]],
  [90, ["info", 1]],
  [60, ["info", 2]],
  [31, ["info", 2]],
  [30, ["warning", 3]],
  [14, ["warning", 4]],
  [8, ["warning", 4]],
  [7, ["critical", 5]],
  [3, ["critical", 6]],
  [1, ["critical", 7]],
  [-2, ["critical", 9]],
  [null, [undefined, undefined]],
])("INC01 a license with %s days left", (days, expected) => {
  expect(brief(licenseEnds.judge(licensed(days), start))).toEqual(expected);
});

const dated = (time: number | undefined) => time !== undefined && new Date(time).toISOString().slice(0, 10);

test("SCR01 what has a date began on the day that made it as urgent as it is: a license, a certificate", () => {
  const today = Math.floor(start / day);
  const dayAfter = (days: number) => new Date((today + days) * day).toISOString().slice(0, 10);
  const license = (days: number) => dated(licenseEnds.judge(licensed(days), start).since);
  expect([license(20), license(13), license(5), license(1)]).toEqual([-10, -17, -2, -6].map(dayAfter));
  expect(license(-3)).toBe(dayAfter(-3));
  const certificate = (days: number) =>
    dated(certificateEnds.judge(deployment("dep_1", { certificateEnd: start + days * day }), start).since);
  expect([certificate(20), certificate(5), certificate(-3)]).toEqual([-10, -2, -3].map(dayAfter));
  expect(license(200)).toBe(false);
});

test("SCR01 what is silent, and an account that can't be read, are so since their last data", () => {
  const lastReportAt = start - 7 * minute;
  expect(silent.judge(deployment("dep_1", { isSilent: true, lastReportAt }), start).since).toBe(lastReportAt);
  const failing = source("aws_1", { kind: "elasticache", status: "denied", lastDataAt: lastReportAt });
  expect(sourceFailing.judge(failing, start).since).toBe(lastReportAt);
});

test("INC01 a license names the day of its end, because its finding keeps the value until the next rung", () => {
  const valueOf = (days: number) => licenseEnds.judge(licensed(days), start).value;
  expect([valueOf(13), valueOf(0.2), valueOf(-0.2), valueOf(-21)]).toEqual([
    "ends on Dec 6, 2026",
    "ends on Nov 23, 2026",
    "expired",
    "expired",
  ]);
});

test.each([
  [31 * day, [false, true]],
  [30 * day, ["warning", 1]],
  [15 * day, ["warning", 1]],
  [14 * day, ["warning", 2]],
  [8 * day, ["warning", 2]],
  [7 * day, ["critical", 3]],
  [2 * day, ["critical", 3]],
  [day, ["critical", 4]],
  [minute, ["critical", 4]],
  [0, ["critical", 5]],
  [-40 * day, ["critical", 5]],
])("INC01 a certificate that ends in %s ms", (left, expected) => {
  const one = deployment("dep_1", { certificateEnd: start + left });
  expect(brief(certificateEnds.judge(one, start))).toEqual(expected);
});

test("INC01 INC02 a certificate's end says what it is, and holds while its deployment is silent or unreachable", () => {
  const ended = { certificateEnd: start - day };
  for (const state of [{}, { isSilent: true }, { status: "unreachable" }])
    expect(certificateEnds.judge(deployment("dep_1", { ...ended, ...state }), start)).toMatchObject({
      severity: "critical",
      value: "expired on Nov 22, 2026",
    });
  const unknown = deployment("dep_1", { certificateEnd: undefined });
  expect(brief(certificateEnds.judge(unknown, start))).toEqual([undefined, undefined]);
  const plain = deployment("dep_1", { certificateEnd: null });
  expect(brief(certificateEnds.judge(plain, start))).toEqual([false, true]);
});

test("INC01 a deployment without a license has none that ends", () => {
  expect(brief(licenseEnds.judge(deployment("dep_1"), start))).toEqual([false, true]);
});

test("INC01 shards are judged by the limit of their kind, those of a trial by their common limit", () => {
  const ram = licensed(100, { ramShardsInUse: 9, ramShardsLimit: 10 });
  expect(brief(ramShardsFull.judge(ram, start))).toEqual(["warning", 1]);
  expect(brief(flashShardsFull.judge(ram, start))).toEqual([false, true]);
  const flash = licensed(100, { ramShardsLimit: 10, flashShardsInUse: 10, flashShardsLimit: 10 });
  expect(brief(flashShardsFull.judge(flash, start))).toEqual(["critical", 2]);
  expect(brief(ramShardsFull.judge(flash, start))).toEqual([false, true]);
  const trial = licensed(100, { ramShardsInUse: 4, shardsLimit: 4 });
  expect(brief(ramShardsFull.judge(trial, start))).toEqual(["critical", 2]);
});

test.each([
  ["active", [false, true], 2],
  ["unreachable", ["critical", 2], 2],
  ["denied", ["critical", 2], 2],
  ["degraded", ["warning", 1], 2],
  ["error", ["warning", 1], 2],
  ["loading", ["warning", 1], 15],
  ["pending", ["warning", 1], 15],
])("INC01 the status %s", (status, expected, minutes) => {
  const one = deployment("dep_1", { status });
  expect(brief(unwell.judge(one, start))).toEqual(expected);
  expect(unwell.timing(one).for).toBe(minutes * minute);
});

test("INC02 a silent deployment is silent, and nothing is known of its status", () => {
  const one = deployment("dep_1", { isSilent: true, status: "denied" });
  expect(brief(silent.judge(one, start))).toEqual(["critical", 1]);
  expect(silent.judge(one, start).value).toBe("last report Nov 23, 2026, 10:00 UTC");
  expect(brief(unwell.judge(one, start))).toEqual([undefined, undefined]);
});

test("INC01 a database that is not well counts while its deployment is", () => {
  const changing = ["deleting", "active-change-pending", "modifying", "Snapshotting"];
  const databases = ["active", "pending", ...changing, "error"].map((status) =>
    database({ name: status, status }),
  );
  const judged = databaseUnwell.judge(deployment("dep_1", { databases }), start);
  expect(brief(judged)).toEqual(["warning", 1]);
  expect(judged.value).toBe("error is error");
  const worse = deployment("dep_1", { databases, status: "degraded" });
  expect(brief(databaseUnwell.judge(worse, start))).toEqual([undefined, undefined]);
});

test("INC01 evictions are a warning of a store and information of a cache", () => {
  const evicting = (policy: string, evicted: number) =>
    brief(
      evictionsBegin.judge(deployment("dep_1", {}, { evicted, facts: { evictions: true, policy } }), start),
    );
  expect(evicting("volatile-lru", 5)).toEqual(["warning", 1]);
  expect(evicting("allkeys-lru", 5)).toEqual(["info", 1]);
  expect(evicting("allkeys-lru", 0)).toEqual([false, true]);
  expect(brief(evictionsBegin.judge(deployment("dep_1"), start))).toEqual([undefined, undefined]);
});

test("INC01 an account that can't be read, a key that is not used", () => {
  const failing = (status: "ok" | "denied" | "partial" | "pending") =>
    brief(sourceFailing.judge(source("aws_1", { status }), start));
  expect(failing("ok")).toEqual([false, true]);
  expect(failing("denied")).toEqual(["critical", 2]);
  expect(failing("partial")).toEqual(["warning", 1]);
  expect(failing("pending")).toEqual([undefined, undefined]);
  const unused = (lastDataAt: number | undefined, createdAt: number) =>
    brief(keyUnused.judge(source("key_1", { lastDataAt, createdAt }), start));
  expect(unused(start - 90 * day, 0)).toEqual(["info", 1]);
  expect(unused(start - 89 * day, 0)).toEqual([false, true]);
  expect(unused(undefined, start - 7 * day)).toEqual(["info", 1]);
  expect(unused(undefined, start - 6 * day)).toEqual([false, true]);
});

test("INC01 an agent with a wrong clock, and one of an old release", () => {
  const skewed = (clockSkewMs: number | null) =>
    brief(agentClock.judge({ ...agent("key_1/a", start, { clockSkewMs }), ours: "0.4.0" }, start));
  expect(skewed(2 * minute + 1)).toEqual(["warning", 1]);
  expect(skewed(-2 * minute - 1)).toEqual(["warning", 1]);
  expect(skewed(2 * minute)).toEqual([false, false]);
  expect(skewed(minute - 1)).toEqual([false, true]);
  expect(skewed(null)).toEqual([undefined, undefined]);
  const old = (version: string | null, ours = "0.4.1") =>
    brief(agentOld.judge({ ...agent("key_1/a", start, { version }), ours }, start));
  expect(old("0.2.9")).toEqual(["info", 1]);
  expect(old("0.3.0")).toEqual([false, true]);
  expect(old("1.0.0")).toEqual([false, true]);
  expect(old("0.9.0", "1.0.0")).toEqual(["info", 1]);
  expect(old(null)).toEqual([undefined, undefined]);
  expect(old("0.1.0", "unknown")).toEqual([undefined, undefined]);
});

test("INC01 an agent that lacks a security fix of the list is a warning, also one of a recent release", () => {
  const old = (version: string, fixes: readonly string[]) =>
    brief(agentOldBy(fixes).judge({ ...agent("key_1/a", start, { version }), ours: "0.4.1" }, start));
  expect(old("0.3.1", ["0.3.2"])).toEqual(["warning", 2]);
  expect(old("0.1.0", ["0.3.2"])).toEqual(["warning", 2]);
  expect(old("0.3.2", ["0.3.2"])).toEqual([false, true]);
  expect(old("0.3.10", ["0.3.2"])).toEqual([false, true]);
  expect(old("0.2.9", [])).toEqual(["info", 1]);
  expect(old("0.2.9", ["0.1.5"])).toEqual(["info", 1]);
  expect(old("0.4.0", ["0.3.2", "0.4.1"])).toEqual(["warning", 2]);
  expect(agentSecurityFixes).toEqual(agentSecurityFixes.filter((fix) => /^\d+\.\d+\.\d+$/.test(fix)));
});
