import { expect, test } from "vitest";
import { agent, database, deployment, source, start } from "../../../../../tests/support/watched.ts";
import type { Facts } from "../../contract/filter/facts.ts";
import type { RuleId } from "../../contract/incident/rules.ts";
import { day, hour, minute, second } from "../../kit/time.ts";
import type { WatchedDeployment } from "../judging/watched.ts";
import { certificateEnds } from "./certificate.ts";
import { channelFailing } from "./channels.ts";
import { lasting } from "./condition.ts";
import { flashShardsFull, licenseEnds, ramShardsFull } from "./license.ts";
import { memoryFull } from "./memory.ts";
import { replicaBehind, replicaLost } from "./replicas.ts";
import type { Judgement } from "./rule.ts";
import { ruleOf } from "./rules.ts";
import { agentClock, agentOld, keyUnused } from "./sources.ts";
import { unwell } from "./status.ts";
import { tokenEnds } from "./tokens.ts";

/* The numbers are taken from the texts, and the rules are asked at these numbers and one beside them. */

const units: Readonly<Record<string, number>> = { second, minute, hour, day };

/** The number of a text at the place of a pattern; a time in milliseconds. */
function numberIn(id: RuleId, pattern: RegExp): number {
  const { text } = ruleOf(id).condition;
  const [, digits, unit] = pattern.exec(text) ?? [];
  expect(digits, `${id}: ${pattern} in "${text}"`).toBeDefined();
  return Number(digits) * (units[unit ?? ""] ?? 1);
}

const of = (more: Partial<WatchedDeployment>) => deployment("dep_1", more);
const withFacts = (facts: Partial<Facts>) => {
  const one = of({});
  return { ...one, facts: { ...one.facts, ...facts } };
};

/** The rules that judge a figure by a ladder, by that figure. Of days that are left, fewer are worse. */
const ladders: [RuleId, unit: string, first: RegExp, worse: 1 | -1, (figure: number) => Judgement][] = [
  [
    "memory-full",
    "%",
    /above (\d+)%/,
    1,
    (utilization) => memoryFull.judge(of({ databases: [database({ utilization })] }), start),
  ],
  [
    "shards-full-ram",
    "%",
    /least (\d+)%/,
    1,
    (ramShards) => ramShardsFull.judge(withFacts({ ramShards }), start),
  ],
  [
    "shards-full-flash",
    "%",
    /least (\d+)%/,
    1,
    (flashShards) => flashShardsFull.judge(withFacts({ flashShards }), start),
  ],
  [
    "license-ends",
    " days",
    /within (\d+) days/,
    -1,
    (licenseDays) => licenseEnds.judge(withFacts({ licenseDays }), start),
  ],
  [
    "certificate-ends",
    " days",
    /within (\d+) days/,
    -1,
    (left) => certificateEnds.judge(of({ certificateEnd: start + left * day }), start),
  ],
  [
    "token-ends",
    " days",
    /within (\d+) days/,
    -1,
    (left) => tokenEnds.judge({ id: "tok_1", name: "Grafana", expiresAt: start + left * day }, start),
  ],
];

test.each(ladders)(
  "SCR11 the condition of %s has the figures of its ladder",
  (id, unit, first, worse, judge) => {
    const { severities, text } = ruleOf(id).condition;
    const lowest = numberIn(id, first);
    expect(judge(lowest)).toMatchObject({ when: true, severity: severities.at(-1) });
    expect(judge(lowest - worse).when).toBe(false);
    for (const severity of severities.slice(0, -1)) {
      const at = numberIn(id, new RegExp(`${severity} from (\\d+)${unit}`));
      expect(judge(at).severity, `${severity} at ${at}`).toBe(severity);
      expect(judge(at - worse).severity, `${severity} below ${at}`).not.toBe(severity);
    }
    const end = numberIn(id, /over (?:below|when more than) (\d+)/);
    expect(judge(end - worse).clear, text).toBe(true);
    expect(judge(end).clear, text).toBe(false);
  },
);

/** What further rules judge by: their judgement at the number of the text, and just before it. */
const limits: [RuleId, RegExp, at: (number: number) => unknown, expected: [at: unknown, before: unknown]][] =
  [
    [
      "agent-clock",
      /more than (\d+) (\w+?)s? off/,
      (off) =>
        agentClock.judge({ ...agent("key_1/a", start, { clockSkewMs: off + 1 }), ours: "1.0.0" }, start).when,
      [true, false],
    ],
    [
      "agent-clock",
      /over below (\d+) (\w+?)s?$/,
      (off) =>
        agentClock.judge({ ...agent("key_1/a", start, { clockSkewMs: off }), ours: "1.0.0" }, start).clear,
      [false, true],
    ],
    [
      "agent-old",
      /more than (\d+) minor/,
      (releases) =>
        agentOld.judge(
          { ...agent("key_1/a", start, { version: `1.${8 - releases}.0` }), ours: "1.9.0" },
          start,
        ).when,
      [true, false],
    ],
    [
      "key-unused",
      /in the (\d+) (\w+?)s? after/,
      (age) =>
        keyUnused.judge(source("key_1", { createdAt: start - age, lastDataAt: undefined }), start).when,
      [true, false],
    ],
    [
      "key-unused",
      /not for (\d+) (\w+?)s?;/,
      (age) => keyUnused.judge(source("key_1", { lastDataAt: start - age }), start).when,
      [true, false],
    ],
    [
      "channel-failing",
      /nothing for (\d+) (\w+?)s?,/,
      (age) =>
        channelFailing.judge(
          { id: "chn_1", name: "On call", failingSince: start - age, off: undefined },
          start,
        ).when,
      [true, false],
    ],
    [
      "replica-lost",
      /or after (\d+) (\w+?)s? with fewer/,
      (age) => replicaLost.judge(of({ replicas: { count: 1, since: start - age, usual: 2 } }), start).when,
      [false, true],
    ],
    ["replica-behind", /other for (\d+) (\w+?)s? or more/, (silence) => behind(silence).when, [true, false]],
    ["replica-behind", /over below (\d+) (\w+?)s? in/, (silence) => behind(silence).clear, [false, true]],
  ];

const noFigures = {
  opsPerSecond: null,
  clients: null,
  lookupsPerSecond: null,
  hitRatio: null,
  evictedPerSecond: null,
  keys: null,
  fragmentation: null,
  replicationLag: null,
  to: new Date(start).toISOString(),
};

function behind(silence: number): Judgement {
  const figures = [{ ...noFigures, replicationSilence: silence / second }];
  return replicaBehind.judge(of({ figures }), start);
}

test.each(limits)(
  "SCR11 the condition of %s has the limit that it judges by: %s",
  (id, pattern, at, expected) => {
    const number = numberIn(id, pattern);
    expect([at(number), at(number - 1)]).toEqual(expected);
  },
);

test("SCR11 the condition of unwell names the statuses that are critical", () => {
  const [, named = ""] = /critical for ([\w, ]+);/.exec(ruleOf("unwell").condition.text) ?? [];
  const critical = named.split(", ");
  expect(critical).toContain("unreachable");
  for (const status of ["unreachable", "denied", "down", "degraded", "loading", "error"])
    expect(unwell.judge(of({ status }), start).severity === "critical", status).toBe(
      critical.includes(status),
    );
});

test.each([
  [90 * second, "90 seconds"],
  [minute, "1 minute"],
  [25 * minute, "25 minutes"],
  [hour, "1 hour"],
  [90 * day, "90 days"],
])("SCR11 %s ms are said as %s", (time, text) => {
  expect(lasting(time)).toBe(text);
});
