import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { RuleList } from "@shardwatch/core/contract/incident/rule-list";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { hour } from "@shardwatch/core/kit/time";
import { describeFile, readFile } from "@shardwatch/server/configuration/file";
import { openFile } from "@shardwatch/server/configuration/open";
import { expect, test } from "vitest";
import { applying, hookUrl } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { applyFile, memberOf } from "../support/managed.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signInAgain } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const { line } = await applying(world, api);
const nothing = { created: 0, changed: 0, removed: 0, failures: [] };
const settings = { openId: undefined, sharedOrganization: undefined, elastiCache: undefined };
const until = new Date(world.clock.now() + 200 * hour).toISOString();

const whole = `
channels: [{ kind: webhook, name: Pager, urlEnv: HOOK }]
rules:
  - { name: Nearly full, when: util>80, for: 20, channels: [pager, Admins by email] }
  - { name: Quiet, when: "tls:no", hours: { days: [fri, mon], from: "08:00", to: "18:00", zone: UTC } }
  - { builtIn: memory-full, thresholds: { warning: 70, critical: 80 }, channels: [Pager] }
  - { builtIn: unwell, severity: info }
silences: [{ reason: Known, rule: NEARLY FULL, until: "${until}" }]
`;

/** The server's configuration file with one organization, which has these lists. */
function fileOf(id: string, lists: string): string {
  const path = join(line.home, "shardwatch.yaml");
  const indented = lists.replaceAll(/^(?=.)/gm, "    ");
  writeFileSync(path, `organizations:\n  - id: ${id}\n    name: Organization ${id}\n${indented}`);
  return path;
}

const opened = (id: string, lists: string) =>
  openFile(fileOf(id, lists), { HOOK: hookUrl }, settings as never).organizations;

/** Reads it and applies it as the server does. */
async function apply(id: string, lists: string) {
  world.clock.advance(1);
  return await applyFile(world.services, opened(id, lists));
}

async function ask(person: Person, method: string, path: string, body?: unknown): Promise<Response> {
  const as = await signInAgain(world, person);
  return await call(world, method, path, { as, ...(body !== undefined && { body }) });
}

async function all(person: Person) {
  const { rules } = (await (await ask(person, "GET", "/rules")).json()) as RuleList;
  const { silences } = (await (await ask(person, "GET", "/silences")).json()) as { silences: Silence[] };
  return {
    own: rules.flatMap(({ id, own }) => (own ? [{ id, ...own }] : [])),
    changes: rules.flatMap(({ id, changes }) => (changes ? [{ id, ...changes }] : [])),
    silences,
  };
}

test("RUL09 SLF03 rules of the server's file come to be with its channels, and the same file writes nothing", async () => {
  expect(await apply("whole", whole)).toEqual({ ...nothing, created: 4, changed: 2 });
  const admin = await memberOf(world, "whole");
  const { channels } = (await (await ask(admin, "GET", "/channels")).json()) as { channels: Channel[] };
  const idOf = (name: string) => channels.find((one) => one.name === name)?.id;
  const { own, changes, silences } = await all(admin);
  expect(own).toMatchObject([
    {
      name: "Nearly full",
      for: 20,
      channels: [idOf("Pager"), idOf("Admins by email")],
      managedBy: "file",
      changedBy: { name: "Configuration file" },
    },
    { name: "Quiet", channels: null, hours: { days: ["fri", "mon"] }, managedBy: "file" },
  ]);
  expect(changes).toMatchObject([
    {
      id: "memory-full",
      thresholds: { warning: 70, critical: 80 },
      channels: [idOf("Pager")],
      managedBy: "file",
    },
    { id: "unwell", severity: "info", managedBy: "file" },
  ]);
  expect(silences.map(({ scope }) => scope)).toEqual([{ kind: "rule", rule: own[0]?.id }]);
  world.recorder.clear();
  // The order of days and of channels says nothing.
  const reordered = whole
    .replace("[fri, mon]", "[mon, fri]")
    .replace("[pager, Admins by email]", "[admins by email, Pager]");
  for (const text of [whole, reordered]) expect(await apply("whole", text)).toEqual(nothing);
  expect(world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0)).toEqual([]);
  const { events } = (await (await ask(admin, "GET", "/audit?actor=file")).json()) as AuditPage;
  expect(
    events
      .map(({ action }) => action)
      .filter((action) => action.startsWith("rule."))
      .toSorted(),
  ).toEqual(["rule.changed", "rule.changed", "rule.created", "rule.created"]);
});

test("RUL09 SLF03 replicas that start together make no rule twice, and change a built-in one once", async () => {
  await apply("together", "");
  const organizations = opened("together", whole);
  const admin = await memberOf(world, "together");
  const runs = await Promise.all([1, 2, 3].map(() => applyFile(world.services, organizations)));
  expect(runs.map(({ failures }) => failures)).toEqual([[], [], []]);
  expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(4);
  const { own, changes } = await all(admin);
  expect([own.length, changes.length]).toEqual([2, 2]);
  const { events } = (await (await ask(admin, "GET", "/audit?actor=file")).json()) as AuditPage;
  expect(events.filter(({ action }) => action === "rule.changed")).toHaveLength(2);
  expect(await apply("together", whole)).toEqual(nothing);
});

test("RUL09 SLF03 nobody changes what the file has, and the command line neither changes, deletes nor exports it", async () => {
  await apply("closed", whole);
  const admin = await memberOf(world, "closed");
  const before = await all(admin);
  const [first] = before.own;
  for (const [method, path, body] of [
    ["PATCH", `/rules/${first?.id}`, { for: 9 }],
    ["DELETE", `/rules/${first?.id}`],
    ["PUT", "/rules/memory-full/changes", { for: 9 }],
    ["PUT", "/rules/memory-full/changes", {}],
  ] as const) {
    const answer = await ask(admin, method, path, body);
    const { code, message } = (await answer.json()) as ProblemBody;
    expect([answer.status, code, message], `${method} ${path}`).toEqual([409, "MANAGED_BY_FILE", whyManaged]);
  }
  const pipeline = await applying(world, api, { owner: admin });
  expect(await pipeline.apply("rules: []", ["--prune"])).toMatchObject({ code: 0, stdout: "" });
  expect(await pipeline.apply(whole.replace(/channels: \[\{.*\n/, ""))).toMatchObject({
    code: 0,
    stdout: "",
  });
  const other =
    "rules: [{ name: Nearly full, when: util>70 }, { builtIn: unwell, severity: warning }, { name: Mine, when: util>1 }]";
  for (const [options, code] of [
    [["--dry-run"], 2],
    [[], 1],
  ] as const) {
    const refused = await pipeline.apply(other, options);
    expect(refused.code).toBe(code);
    for (const index of [0, 1])
      expect(refused.stderr).toContain(
        `rules[${index}]: the server's configuration file manages it; change it there`,
      );
  }
  expect((await pipeline.line.run(["export", "rules"])).stdout).toBe("rules: []\n");
  expect(await all(admin)).toEqual(before);
});

test("RUL09 SLF03 what changes in the file follows, what leaves it is deleted, and built-in rules are as built in", async () => {
  await apply("moving", whole);
  const admin = await memberOf(world, "moving");
  const before = await all(admin);
  const changed = whole
    .replace("util>80", "util>85")
    .replace("critical: 80", "critical: 85")
    .replace(/ {2}- \{ name: Quiet.*\n/, "")
    .replace(/ {2}- \{ builtIn: unwell.*\n/, "");
  expect(await apply("moving", changed)).toEqual({ ...nothing, changed: 2, removed: 2 });
  expect(await apply("moving", changed)).toEqual(nothing);
  const after = await all(admin);
  expect(after).toMatchObject({
    own: [{ id: before.own[0]?.id, when: "util=85.1.." }],
    changes: [{ id: "memory-full", thresholds: { warning: 70, critical: 85 } }],
  });
  expect(await apply("moving", "")).toMatchObject({ removed: 4, failures: [] });
  expect(await all(admin)).toEqual({ own: [], changes: [], silences: [] });
  // An organization that the file has no longer gives its rules up.
  await apply("moving", whole);
  await apply("another", "");
  expect(await all(admin)).toEqual({ own: [], changes: [], silences: [] });
});

test("RUL09 SLF03 own rules of people stay, an entry of the same name fails, and the file takes built-in ones over", async () => {
  await apply("mixed", "");
  const admin = await memberOf(world, "mixed");
  const mine = (await (await ask(admin, "POST", "/rules", { name: "QUIET", when: "util>1" })).json()) as {
    id: string;
  };
  for (const id of ["unwell", "silent"])
    expect((await ask(admin, "PUT", `/rules/${id}/changes`, { channels: [] })).status).toBe(200);
  const applied = await apply("mixed", whole);
  expect(applied.failures.map(({ path, code }) => [path, code])).toEqual([
    ["organizations[0].rules[1]", "RULE_NAME_TAKEN"],
  ]);
  expect((await all(admin)).changes).toMatchObject([
    { id: "memory-full" },
    { id: "unwell", severity: "info", managedBy: "file" },
    { id: "silent", channels: [] },
  ]);
  await apply("mixed", "");
  const { own, changes } = await all(admin);
  expect([own.map(({ id }) => id), changes.map(({ id }) => id)]).toEqual([[mine.id], ["silent"]]);
  expect((await ask(admin, "DELETE", `/rules/${mine.id}`)).status).toBe(204);
});

test("RUL09 SLF08 rules that nothing can be made of fail alone, and faults have their places", async () => {
  const lost = `rules: [{ name: Lost, when: util>1, channels: [Pagr] }, { name: Kept, when: util>1 }]\nsilences: [{ reason: x, rule: Nobody, until: "${until}" }]\n`;
  const { created, failures } = await apply("lost", lost);
  expect([created, failures.map(({ path, reason }) => [path, reason])]).toEqual([
    1,
    [
      ["organizations[0].rules[0]", expect.stringContaining("channels[0]: there is no channel “Pagr”")],
      ["organizations[0].silences[0]", expect.stringContaining("rule: there is no rule “Nobody”")],
    ],
  ]);
  expect(describeFile(readFile(fileOf("counted", whole)).content)).toContain(
    "1 channels, 0 routes, 4 rules, 1 silences",
  );
  expect(() =>
    readFile(fileOf("wrong", "rules: [{ name: A, when: utl>1 }, { builtIn: silent, for: 1 }]\n")),
  ).toThrow("organizations[0].rules[0].when: utl: is not a field");
  expect(() =>
    readFile(fileOf("unfit", "rules: [{ builtIn: unwell, thresholds: { warning: 1 } }]\n")),
  ).toThrow("organizations[0].rules[0].thresholds: can't be changed of this rule");
});
