import { expect, test } from "vitest";
import { agent, deployment, source, start, watched } from "../../../../../tests/support/watched.ts";
import { minute } from "../../kit/time.ts";
import { compare } from "./compare.ts";
import { explain, type OpenFinding } from "./explain.ts";
import { lostAgents } from "./network.ts";
import { affectedBy, type IncidentRecord } from "../rows/record.ts";
import { adviceOf, titleOf } from "../messages/words.ts";
import { inheritedNames } from "../../../../../tests/support/hostile-texts.ts";

const finding = (
  id: string,
  rule: OpenFinding["rule"] = "silent",
  more: Partial<OpenFinding> = {},
): OpenFinding => ({
  rule,
  id,
  name: `name of ${id}`,
  value: null,
  severity: "critical",
  step: 1,
  since: start,
  flapping: false,
  ...more,
});

/** A list that counts how often one of its elements is read. */
function counted<T>(list: readonly T[]): { list: readonly T[]; reads: () => number } {
  let reads = 0;
  const get = (target: readonly T[], name: string | symbol): unknown => {
    if (typeof name === "string" && /^\d+$/.test(name)) reads += 1;
    return Reflect.get(target, name);
  };
  return { list: new Proxy(list, { get }), reads: () => reads };
}

const quiet = { isSilent: true, lastReportAt: start - 6 * minute };
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const open = (groups: ReturnType<typeof explain>): IncidentRecord[] =>
  compare("org_1", [], groups, new Map(), start).opened;
const keys = (groups: ReturnType<typeof explain>) => groups.map(({ key, members }) => [key, members.length]);

test("INC03 four hundred silent deployments behind one denied role are one incident", () => {
  const deployments = range(400).map((index) =>
    deployment(`dep_${index}`, { ...quiet, kind: "elasticache", via: "aws_1" }),
  );
  const sources = [source("aws_1", { status: "denied", lastError: "We can no longer assume the role." })];
  const findings = deployments.map(({ id }) => finding(id));
  const all = [...findings, finding("aws_1", "source-failing", { name: "source aws_1" })];
  const [group, ...others] = explain(all, watched({ deployments, sources }), [], start);
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    key: "source:aws_1",
    rule: "source-failing",
    severity: "critical",
    cause: { kind: "source", id: "aws_1", name: "source aws_1" },
    evidence: { words: "We can no longer assume the role.", since: start },
  });
  expect(group?.members).toHaveLength(401);
});

test("INC03 deployments of a revoked or expired key are one incident", () => {
  const deployments = range(3).map((index) =>
    deployment(`dep_${index}`, { ...quiet, via: `key_1/agent${index}` }),
  );
  const findings = deployments.map(({ id }) => finding(id));
  const gone = explain(findings, watched({ deployments, sources: [source("key_2")] }), [], start);
  expect(keys(gone)).toEqual([["key:key_1", 3]]);
  const ended = [source("key_1", { status: "denied", lastError: "The agent key has expired." })];
  const [expired] = explain(findings, watched({ deployments, sources: ended }), [], start);
  expect(expired).toMatchObject({
    cause: { kind: "key", name: "source key_1" },
    evidence: { words: "The agent key has expired." },
  });
});

test("INC03 a dead agent is one incident, and what a living one no longer reports is information", () => {
  const dead = agent("key_1/dead", start - 6 * minute, { version: "0.2.0", lastError: "ECONNREFUSED" });
  const living = agent("key_1/living", start);
  const deployments = [
    ...range(4).map((index) => deployment(`dep_${index}`, { ...quiet, via: "key_1/dead" })),
    deployment("dep_left", { ...quiet, via: "key_1/living" }),
    deployment("dep_well", { via: "key_1/living" }),
  ];
  const findings = deployments.filter(({ isSilent }) => isSilent).map(({ id }) => finding(id));
  const groups = explain(findings, watched({ deployments, agents: [dead, living] }), [], start);
  expect(groups.map(({ key, severity, members }) => [key, severity, members.length])).toEqual([
    ["agent:key_1/dead", "critical", 4],
    ["dropped:key_1/living", "info", 1],
  ]);
  expect(groups[0]?.evidence).toMatchObject({ words: "ECONNREFUSED", since: start - 6 * minute });
});

/** Agents with one deployment each, the first of which fell silent. */
function fleet(count: number, silent: number, heardAt: (index: number) => number) {
  const agents = range(count).map((index) =>
    agent(`key_1/a${index}`, index < silent ? heardAt(index) : start),
  );
  const deployments = agents.map(({ via, lastReportAt: last }, index) =>
    deployment(`dep_${index}`, { via, lastReportAt: last, isSilent: start - last > 5 * minute }),
  );
  const findings = deployments.filter(({ isSilent }) => isSilent).map(({ id }) => finding(id));
  return { findings, watched: watched({ agents, deployments }) };
}

test("INC03 a network that fails is one incident, known with its first silent agent", () => {
  // The last reports of a minute: only one agent is silent for more than five minutes so far.
  const { findings, watched: first } = fleet(10, 6, (index) => start - 5 * minute - 1 + index * 8_000);
  expect(findings).toHaveLength(1);
  const groups = explain(findings, first, [], start);
  expect(keys(groups)).toEqual([["network", 1]]);
  expect(groups[0]?.cause.name).toBe("6 agents");
  const incidents = open(groups);
  const all = fleet(10, 6, () => start - 7 * minute);
  const later = explain(all.findings, all.watched, incidents, start + 2 * minute);
  expect(keys(later)).toEqual([["network", 6]]);
  // The message has counted with all six, so the others are no news.
  expect(compare("org_1", incidents, later, new Map(), start + 20 * minute).changed).toEqual([]);
});

test("INC03 agents that come back one after the other stay in the incident of their network", () => {
  const before = fleet(4, 4, () => start - 6 * minute);
  const incidents = open(explain(before.findings, before.watched, [], start));
  const after = fleet(4, 1, () => start - 8 * minute);
  expect(keys(explain(after.findings, after.watched, incidents, start))).toEqual([["network", 1]]);
});

test.each([
  ["two of two agents", 2, 2, 0, 0],
  ["three of seven", 7, 3, 0, 0],
  ["three of six", 6, 3, 0, 3],
  ["three, too far apart", 3, 3, 11 * minute, 0],
  ["three of four, ten minutes apart", 4, 3, 10 * minute, 3],
])(
  "INC03 the network is the cause of at least three agents and half of all: %s",
  (_, count, silent, apart, lost) => {
    const agents = range(count).map((index) =>
      agent(`key_1/a${index}`, index < silent ? start - 30 * minute + (index === 0 ? 0 : apart) : start),
    );
    expect(lostAgents(agents, start).size).toBe(lost);
  },
);

test("INC03 INC09 a fault of the network with ten thousand agents is found, looking at each a few times", () => {
  const all = fleet(10_000, 10_000, (index) => start - 6 * minute - index);
  const agents = counted(all.watched.agents);
  const deployments = counted(all.watched.deployments);
  const groups = explain(
    all.findings,
    { ...all.watched, agents: agents.list, deployments: deployments.list },
    [],
    start,
  );
  expect(agents.reads()).toBeLessThan(50 * 10_000);
  expect(deployments.reads()).toBeLessThan(50 * 10_000);
  expect(keys(groups)).toEqual([["network", 10_000]]);
});

test("INC03 an agent that was silent long before does not hide a network that fails", () => {
  const old = range(20).map((index) => agent(`key_1/old${index}`, start - (100 + 20 * index) * minute));
  const now = range(3).map((index) => agent(`key_1/now${index}`, start - 6 * minute));
  expect([...lostAgents([...old, ...now], start)]).toEqual(now.map(({ via }) => via));
});

test("INC03 servers that one agent can't reach are one incident, a single server is its own", () => {
  const down = { status: "unreachable" };
  const many = range(4).map((index) => deployment(`dep_${index}`, index < 3 ? down : {}));
  const found = explain(
    [finding("dep_0", "unwell")],
    watched({ deployments: many, agents: [agent("key_1/agent1", start)] }),
    [],
    start,
  );
  expect(keys(found)).toEqual([["host:key_1/agent1", 1]]);
  for (const [all, unreachable] of [
    [4, 2],
    [7, 3],
  ] as const) {
    const few = range(all).map((index) => deployment(`dep_${index}`, index < unreachable ? down : {}));
    expect(keys(explain([finding("dep_0", "unwell")], watched({ deployments: few }), [], start))).toEqual([
      ["deployment:dep_0 unwell", 1],
    ]);
  }
});

test("INC03 more than ten incidents of one rule in a pass are one, and later ones join it", () => {
  const deployments = range(30).map((index) => deployment(`dep_${index}`));
  const world = watched({ deployments });
  const findings = (count: number) => range(count).map((index) => finding(`dep_${index}`, "memory-full"));
  expect(explain(findings(10), world, [], start)).toHaveLength(10);
  const eleven = explain(findings(11), world, [], start);
  expect(keys(eleven)).toEqual([["rule:memory-full", 11]]);
  expect(keys(explain(findings(14), world, open(eleven), start))).toEqual([["rule:memory-full", 14]]);
  expect(explain(findings(12), world, [], start).map(titleOf)).toEqual([
    "Memory is nearly full in 12 deployments",
  ]);
  // Incidents that are open already stay what they are.
  const ten = open(explain(findings(10), world, [], start));
  expect(explain(findings(15), world, ten, start)).toHaveLength(15);
  expect(explain(findings(21), world, ten, start)).toHaveLength(11);
});

test("INC03 however slowly they come, there are at most two hundred open incidents of one rule beside one for all others", () => {
  const world = watched({ deployments: range(210).map((index) => deployment(`dep_${index}`)) });
  const findings = (count: number) => range(count).map((index) => finding(`dep_${index}`, "memory-full"));
  let incidents: IncidentRecord[] = [];
  for (const count of range(211).slice(1))
    incidents = open(explain(findings(count), world, incidents, start));
  expect(incidents).toHaveLength(201);
  expect(incidents.find(({ key }) => key === "rule:memory-full")?.members).toHaveLength(10);
});

test("INC03 each title names the cause", () => {
  const titles = (groups: ReturnType<typeof explain>) => groups.map(titleOf);
  const deployments = [deployment("dep_1", quiet), deployment("dep_2", { status: "degraded" })];
  const world = watched({ deployments, agents: [agent("key_1/agent1", start - 6 * minute)] });
  const all = [
    finding("dep_1"),
    finding("dep_2", "unwell", { value: "degraded" }),
    finding("dep_2", "license-ends", { value: "ends in 7 days" }),
  ];
  expect(titles(explain(all, world, [], start))).toEqual([
    "Agent agent key_1/agent1 stopped reporting (1 deployment)",
    "name of dep_2: degraded",
    "name of dep_2: the license ends in 7 days",
  ]);
});

test("INC04 an incident names the worst of many first", () => {
  const world = watched({ deployments: range(12).map((index) => deployment(`dep_${index}`)) });
  const findings = range(12).map((index) =>
    finding(`dep_${index}`, "license-ends", {
      severity: index > 9 ? "critical" : "info",
      step: index === 11 ? 9 : index > 9 ? 5 : 1,
    }),
  );
  const [group] = explain(findings, world, [], start);
  expect(group?.members.slice(0, 3).map(({ id }) => id)).toEqual(["dep_11", "dep_10", "dep_0"]);
});

test("INC04 a license is looked up where Redis Software has it: rladmin knows nothing of licenses", () => {
  const cause = { kind: "licence" as const, id: "dep_1", name: "cart" };
  expect(adviceOf({ rule: "license-ends", cause, members: [] }).command).toContain("/v1/license");
});

test("INC04 what to do depends on the status of a deployment that is not well", () => {
  const cause = { kind: "deployment" as const, id: "dep_1", name: "cart" };
  const adviceFor = (value: string) =>
    adviceOf({ rule: "unwell", cause, members: [{ rule: "unwell", id: "dep_1", name: "cart", value }] }).text;
  const all = ["unreachable", "denied", "degraded", "down", "loading"].map(adviceFor);
  expect(new Set(all).size).toBe(5);
  expect(adviceFor("denied")).toContain("password");
  for (const status of inheritedNames) expect(adviceFor(status)).toBe(adviceFor("loading"));
});

test("INC04 of an account that can't be read the deployments are affected, and five thousand may be more", () => {
  const member = (id: string) => ({ rule: "silent" as const, id, name: id, value: null });
  const of = (count: number) => range(count).map((index) => member(`dep_${index}`));
  expect(affectedBy([member("rcl_1"), ...of(2), member("dep_0")])).toHaveLength(2);
  expect(affectedBy([member("rcl_1")])).toHaveLength(1);
  const title = (count: number) =>
    titleOf({ rule: "silent", cause: { kind: "rule", id: null, name: "silent" }, members: of(count) });
  expect(title(4_999)).toBe("4999 deployments are silent");
  expect(title(5_000)).toBe("5000 or more deployments are silent");
});
