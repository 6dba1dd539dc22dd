import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { hour } from "@shardwatch/core/kit/time";
import { openFile } from "@shardwatch/server/configuration/open";
import { describeFile, readFile } from "@shardwatch/server/configuration/file";
import { expect, test } from "vitest";
import { applying, hookSecret, hookUrl, wholeFile } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { applyFile, memberOf } from "../support/managed.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signInAgain } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const { whole } = wholeFile(world);
const nothing = { created: 0, changed: 0, removed: 0, failures: [] };
const { line } = await applying(world, api);
const settings = { openId: undefined, sharedOrganization: undefined, elastiCache: undefined };

/** The server's configuration file with one organization, which has these lists. */
function fileOf(id: string, lists: string): string {
  const path = join(line.home, "shardwatch.yaml");
  const indented = lists.replaceAll(/^(?=.)/gm, "    ");
  writeFileSync(path, `organizations:\n  - id: ${id}\n    name: Organization ${id}\n${indented}`);
  return path;
}

/** Reads it and applies it as the server does. */
async function apply(id: string, lists: string, variables: Record<string, string> = {}) {
  world.clock.advance(1);
  const named = { HOOK: hookUrl, HOOK_SECRET: hookSecret, ...variables };
  const { organizations } = openFile(fileOf(id, lists), named, settings as never);
  return await applyFile(world.services, organizations);
}

async function ask(person: Person, method: string, path: string, body?: unknown): Promise<Response> {
  const as = await signInAgain(world, person);
  return await call(world, method, path, { as, ...(body !== undefined && { body }) });
}

async function all(person: Person) {
  const { channels } = (await (await ask(person, "GET", "/channels")).json()) as { channels: Channel[] };
  const { silences } = (await (await ask(person, "GET", "/silences")).json()) as { silences: Silence[] };
  const { views } = (await (await ask(person, "GET", "/views")).json()) as { views: SavedView[] };
  return { channels, silences, views };
}

const named = (channels: readonly Channel[], name: string) => channels.find((one) => one.name === name);

test("RUL09 SLF03 channels, silences and views of the server's file come to be, and the same file writes nothing", async () => {
  expect(await apply("whole", whole)).toEqual({ ...nothing, created: 7, changed: 1 });
  const admin = await memberOf(world, "whole");
  const { channels, silences, views } = await all(admin);
  expect(channels).toMatchObject([
    { kind: "mail", managedBy: "file", managed: { minimum: "critical" } },
    { kind: "app" },
    { managedBy: "file" },
    { managedBy: "file" },
  ]);
  expect(named(channels, "Pager")?.managed).toMatchObject({ target: "hooks.example.com/…abcd", on: true });
  expect(named(channels, "Archive")?.managed).toMatchObject({ on: false, off: "person" });
  expect(silences.map(({ managedBy, createdBy }) => [managedBy, createdBy.name])).toEqual(
    Array.from({ length: 3 }, () => ["file", "Configuration file"]),
  );
  expect(views.map(({ managedBy, createdBy }) => [managedBy, createdBy])).toEqual([
    ["file", "file"],
    ["file", "file"],
  ]);
  world.recorder.clear();
  expect(await apply("whole", whole)).toEqual(nothing);
  expect(world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0)).toEqual([]);
  const { events } = (await (await ask(admin, "GET", "/audit?actor=file")).json()) as AuditPage;
  expect(new Set(events.map(({ action }) => action))).toEqual(
    new Set([
      "organization.created",
      "channel.created",
      "channel.changed",
      "silence.created",
      "view.created",
    ]),
  );
});

/**
 * Services of replicas that start together. None of them writes before all have read what there is, and none makes its first
 * silence before all have looked for it.
 */
function replicas(count: number) {
  const { table } = world.services;
  const meetings = new Map<string, { arrived: number; all: PromiseWithResolvers<void> }>();
  async function meet(what: string): Promise<void> {
    const meeting = meetings.get(what) ?? { arrived: 0, all: Promise.withResolvers<void>() };
    meetings.set(what, meeting);
    meeting.arrived += 1;
    if (meeting.arrived === count) meeting.all.resolve();
    await meeting.all.promise;
  }
  return Array.from({ length: count }, () => {
    const asked: string[] = [];
    const queryAll: typeof table.queryAll = async (run, options) => {
      const rows = await table.queryAll(run, options);
      const [what] = /ALERT#|CHANNEL#|VIEW#/.exec(run.prefix ?? "") ?? [];
      if (what === undefined) return rows;
      asked.push(what);
      const times = asked.filter((one) => one === what).length;
      if (times === 1 || (times === 2 && what === "ALERT#")) await meet(`${what} ${times}`);
      return rows;
    };
    return { ...world.services, table: { ...table, queryAll } };
  });
}

test("RUL09 SLF03 replicas that start together make nothing twice, and nothing fails", async () => {
  await apply("together", "");
  const { organizations } = openFile(
    fileOf("together", whole),
    { HOOK: hookUrl, HOOK_SECRET: hookSecret },
    settings as never,
  );
  const admin = await memberOf(world, "together");
  const runs = await Promise.all(replicas(3).map((services) => applyFile(services, organizations)));
  expect(runs.map(({ failures }) => failures)).toEqual([[], [], []]);
  expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(7);
  const { channels, silences, views } = await all(admin);
  expect([channels.length, silences.length, views.length]).toEqual([4, 3, 2]);
  expect(await apply("together", whole)).toEqual(nothing);
});

test("RUL09 SLF03 a silence that the file had before comes back", async () => {
  for (const created of [3, 3, 3]) {
    expect(
      await apply("again", whole.replace(/channels:[^]*?(?=silences:)/, "").replace(/views:[^]*/, "")),
    ).toMatchObject({ created, failures: [] });
    expect(await apply("again", "silences: []\n")).toMatchObject({ removed: 3, failures: [] });
  }
  const { silences } = await all(await memberOf(world, "again"));
  expect(silences).toEqual([]);
});

test("RUL09 SLF03 nobody changes what the file has, and a channel of it can be tested", async () => {
  await apply("closed", whole);
  const admin = await memberOf(world, "closed");
  const { channels, silences, views } = await all(admin);
  const pager = named(channels, "Pager");
  const change = { name: "Other", minimum: "info", on: true };
  for (const [method, path, body] of [
    ["PUT", `/channels/${channels[0]?.id}`, { ...change, name: channels[0]?.name }],
    ["PUT", `/channels/${pager?.id}`, change],
    ["DELETE", `/channels/${pager?.id}`],
    ["POST", `/channels/${pager?.id}/secret`, {}],
    ["DELETE", `/silences/${silences[0]?.id}`],
    ["PATCH", `/views/${views[0]?.id}`, { name: "Other" }],
    ["DELETE", `/views/${views[0]?.id}`],
  ] as const) {
    const answer = await ask(admin, method, path, body);
    const { code, message } = (await answer.json()) as ProblemBody;
    expect([answer.status, code, message], `${method} ${path}`).toEqual([409, "MANAGED_BY_FILE", whyManaged]);
  }
  expect(await all(admin)).toEqual({ channels, silences, views });
  expect((await ask(admin, "POST", `/channels/${pager?.id}/test`)).status).toBe(202);
});

test("RUL09 SLF03 what changes in the file follows, and what it has no longer goes; the mail stays and is people's again", async () => {
  await apply("moving", whole);
  const admin = await memberOf(world, "moving");
  const before = await all(admin);
  const changed = whole
    .replace("util>90", "util>95")
    .replace("    minimum: info\n", "")
    .replace("rule: unwell", "rule: silent")
    .replace(/ {2}- kind: mail\n.*\n/, "");
  const url = "https://hooks.example.com/in/0123456789wxyz";
  const secret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
  expect(await apply("moving", changed, { HOOK: url, HOOK_SECRET: secret })).toEqual({
    ...nothing,
    created: 1,
    changed: 3,
    removed: 2,
  });
  expect(await apply("moving", changed, { HOOK: url, HOOK_SECRET: secret })).toEqual(nothing);
  const after = await all(admin);
  expect(after.channels[0]).toMatchObject({ kind: "mail", managed: { minimum: "critical" } });
  expect(after.channels[0]).not.toHaveProperty("managedBy");
  const pager = named(after.channels, "Pager");
  expect(pager).toMatchObject({
    id: named(before.channels, "Pager")?.id,
    managed: {
      target: "hooks.example.com/…wxyz",
      minimum: "warning",
      formerSecretUntil: expect.any(String) as string,
    },
  });
  expect(after.views.map(({ id }) => id)).toEqual(before.views.map(({ id }) => id));
  expect(await apply("moving", "channels: []\n")).toMatchObject({ removed: 7, failures: [] });
  expect(await all(admin)).toMatchObject({ channels: { length: 2 }, silences: [], views: [] });
  expect(
    (
      await ask(admin, "PUT", `/channels/${after.channels[0]?.id}`, {
        name: after.channels[0]?.name,
        minimum: "info",
        on: true,
      })
    ).status,
  ).toBe(200);
});

test("RUL09 SLF03 what people made stays, and an entry of the same name fails until they delete theirs", async () => {
  await apply("mixed", "");
  const admin = await memberOf(world, "mixed");
  const mine = { kind: "webhook", name: "pager", url: hookUrl };
  const channel = ((await (await ask(admin, "POST", "/channels", mine)).json()) as { channel: Channel })
    .channel;
  const view = (await (
    await ask(admin, "POST", "/views", { name: "FULL", shared: true })
  ).json()) as SavedView;
  const own = (await (await ask(admin, "POST", "/views", { name: "Full" })).json()) as SavedView;
  const until = new Date(world.clock.now() + hour).toISOString();
  const silenced = await ask(admin, "POST", "/silences", {
    scope: { kind: "rule", rule: "silent" },
    until,
    reason: "Mine",
  });
  expect(silenced.status).toBe(201);
  const applied = await apply("mixed", whole);
  expect(applied.failures.map(({ path, code }) => [path, code])).toEqual([
    ["organizations[0].channels[1]", "CHANNEL_NAME_TAKEN"],
    ["organizations[0].views[0]", "VIEW_NAME_TAKEN"],
  ]);
  expect(applied).toMatchObject({ created: 5, changed: 1 });
  await apply("mixed", "");
  const { channels, silences, views } = await all(admin);
  expect(channels.map(({ name }) => name)).toContain("pager");
  expect([silences.map(({ reason }) => reason), views.map(({ id }) => id)]).toEqual([
    ["Mine"],
    [view.id, own.id],
  ]);
  for (const path of [`/channels/${channel.id}`, `/views/${view.id}`])
    expect((await ask(admin, "DELETE", path)).status).toBe(204);
  expect((await apply("mixed", whole)).failures).toEqual([]);
});

test("RUL09 the command line is refused what the server's file has, deletes nothing of it, and does not export it", async () => {
  await apply("both", whole);
  const owner = await memberOf(world, "both");
  const pipeline = await applying(world, api, { owner });
  expect(await pipeline.apply("channels: []\nsilences: []\nviews: []\n", ["--prune"])).toMatchObject({
    code: 0,
    stderr: "Nothing to change.\n",
  });
  expect(await pipeline.apply(whole)).toMatchObject({ code: 0, stdout: "" });
  const other = "views: [{ name: Full, filter: 'util>1' }, { name: Mine }]";
  const refused = "views[0]: the server's configuration file manages it; change it there";
  for (const [options, code] of [
    [["--dry-run"], 2],
    [[], 1],
  ] as const)
    expect(await pipeline.apply(other, options)).toMatchObject({
      code,
      stderr: expect.stringContaining(refused) as string,
    });
  expect((await all(owner)).views.map(({ name }) => name).toSorted()).toEqual(["Full", "No TLS"]);
  expect((await pipeline.line.run(["export"])).stdout).toBe(
    "channels: []\n\nroutes: []\n\nrules: []\n\nsilences: []\n\nviews: []\n",
  );
});

test("RUL09 SLF03 an organization that the file has no longer gives its objects up", async () => {
  await apply("leaving", whole);
  const admin = await memberOf(world, "leaving");
  await apply("staying", "");
  expect(await all(admin)).toMatchObject({ channels: { length: 2 }, silences: [], views: [] });
});

test("RUL09 SLF08 the server's file has the faults of the command line's, with their places, and counts its lists", () => {
  expect(describeFile(readFile(fileOf("counted", whole)).content)).toContain(
    "3 channels, 0 routes, 0 rules, 3 silences, 2 views",
  );
  const wrong =
    "channels: [{ kind: webhook, name: A, url: x, urlEnv: HOOK }]\nviews: [{ name: a }, { name: A, filter: 'utl:9' }]\n";
  expect(() => readFile(fileOf("wrong", wrong))).toThrow(
    /organizations\[0\]\.channels\[0\]\.url: must not be in the file; use urlEnv or urlFile[^]*organizations\[0\]\.views\[1\]\.filter: utl: is not a field/,
  );
  expect(() => readFile(fileOf("twice", "views: [{ name: a }, { name: A }]\n"))).toThrow(
    "organizations[0].views[1].name: is given at organizations[0].views[0].name, too",
  );
  const otherTexts = [
    "no address",
    "root:x:0:0:root:/root:/bin/sh",
    "https://mia:hunter2@hooks.example.com/",
  ];
  for (const HOOK of otherTexts)
    expect(() => openFile(fileOf("unset", whole), { HOOK }, settings as never)).toThrow(
      /channels\[1\]\.urlEnv: what it refers to must be an address[^]*channels\[1\]\.secretEnv: the environment variable/,
    );
});
