import { expect, test } from "vitest";
import { agent, deployment, source, start } from "../../../../../tests/support/watched.ts";
import { type RuleId, ruleIds } from "../../contract/incident/rules.ts";
import { minute } from "../../kit/time.ts";
import type { WatchedChannel, WatchedDeployment, WatchedSource } from "../judging/watched.ts";
import type { Timing } from "./rule.ts";
import { agentRules, channelRules, deploymentRules, ruleOf, sourceRules, tokenRules } from "./rules.ts";
import { traitsOf } from "../../contract/source/source.ts";
import { silentAfter } from "../../deployment/rows/freshness.ts";

const of = (more: Partial<WatchedDeployment> = {}) => deployment("dep_1", more);
const from = (kind: WatchedSource["kind"], status: WatchedSource["status"]) =>
  source("src_1", { kind, status });
const channel: WatchedChannel = { id: "chn_1", name: "On call", failingSince: null, off: undefined };
const cloud = { kind: "redis-cloud" } as const;
const cache = { kind: "elasticache" } as const;

const rules = [...deploymentRules, ...sourceRules, ...channelRules, ...tokenRules, ...agentRules];
type Subject = Parameters<(typeof rules)[number]["timing"]>[0];

/** The times of every rule in minutes: how long it holds, how long it is over, and after which it is usual. */
const table: [rule: string, subject: object, ...minutes: number[]][] = [
  ["memory-full", of(), 3, 5],
  ["memory-full", of(cloud), 3, 5],
  ["evictions-begin", of(), 2, 1_440, 1_440],
  ["evictions-begin", of(cloud), 10, 1_440, 1_440],
  ["evictions-begin", of(cache), 10, 1_440, 1_440],
  ["license-ends", of(), 0, 0],
  ["certificate-ends", of(), 0, 0],
  ["shards-full-ram", of(), 5, 5],
  ["shards-full-flash", of(), 5, 5],
  ...["unreachable", "denied", "down", "degraded", "error"].map((status): [string, object, ...number[]] => [
    "unwell",
    of({ status }),
    2,
    3,
  ]),
  ["unwell", of({ status: "loading" }), 15, 3],
  ["unwell", of({ status: "pending", ...cloud }), 15, 3],
  ["database-unwell", of(), 10, 5],
  ["database-unwell", of(cloud), 10, 5],
  ["persistence-failing", of(), 1, 3],
  ["replica-lost", of(), 5, 3],
  ["replica-lost", of(cache), 5, 3],
  ["replica-behind", of(), 5, 5],
  ["known-vulnerability", of(), 0, 0],
  ["silent", of(), 0, 2],
  ["silent", of(cache), 0, 2],
  ["source-failing", from("redis-cloud", "denied"), 15, 0],
  ["source-failing", from("elasticache", "denied"), 5, 0],
  ...(["error", "throttled", "partial"] as const).flatMap((status) =>
    (["redis-cloud", "elasticache"] as const).map((kind): [string, object, ...number[]] => [
      "source-failing",
      from(kind, status),
      25,
      0,
    ]),
  ),
  ["agent-old", agent("key_1/a", start), 1_440, 0],
  ["agent-clock", agent("key_1/a", start), 10, 0],
  ["key-unused", from("agent", "ok"), 0, 0],
  ["token-ends", { id: "tok_1", name: "Grafana", expiresAt: start }, 0, 0],
  ["channel-failing", channel, 0, 0],
];

test("MND21 every rule holds, ends and becomes usual at its minute, by kind and status", () => {
  const found = table.map(([id, subject]): (typeof table)[number] => {
    const rule = rules.find((one) => one.id === id);
    const timing = (rule?.timing as ((subject: Subject) => Timing) | undefined)?.(subject as Subject);
    const times = [timing?.for, timing?.keep, timing?.usualAfter].filter((time) => time !== undefined);
    return [id, subject, ...times.map((time) => time / minute)];
  });
  expect(found).toEqual(table);
});

test("MND21 the table has every rule", () => {
  expect(new Set(table.map(([id]) => id))).toEqual(new Set(ruleIds));
  expect(rules.map(({ id }) => id).toSorted()).toEqual([...ruleIds].toSorted());
});

const minutesOf = { second: 1 / 60, minute: 1, hour: 60, day: 1_440 };

/** The times of a text in minutes. Of reports and slots in a row, the first is the begin of the time. */
function timesIn(text: string, kind: string): number[] {
  const times = text.matchAll(/(\d+) (second|minute|hour|day)/g);
  const [, reports] = /(\d+) reports in a row/.exec(text) ?? [];
  const [, slots, length] = /(\d+) slots of (\d+) minutes in a row/.exec(text) ?? [];
  return [
    ...[...times].map(([, count, unit]) => Number(count) * minutesOf[unit as keyof typeof minutesOf]),
    ...(reports ? [(Number(reports) - 1) * traitsOf(kind).interval] : []),
    ...(slots ? [(Number(slots) - 1) * Number(length)] : []),
  ];
}

test("SCR11 the condition of every rule has the times that the rule waits for", () => {
  for (const [id, subject, ...times] of table) {
    const { text } = ruleOf(id as RuleId).condition;
    const kind = "kind" in subject ? String(subject.kind) : "agent";
    const said = timesIn(text, kind);
    for (const time of times.filter((each) => each > 0)) expect(said, `${id}: ${text}`).toContain(time);
  }
});

test("SCR11 the condition of silent has the time of each kind of source", () => {
  const { text } = ruleOf("silent").condition;
  for (const kind of ["agent", "redis-cloud", "elasticache"] as const)
    expect(text).toMatch(
      new RegExp(`\\b${silentAfter(kind) / minute} minutes \\([^)]*${traitsOf(kind).label}`),
    );
});
