import type { ChannelList } from "@shardwatch/core/contract/channel/channel";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import { allScopes } from "@shardwatch/core/contract/token/scopes";
import { hour } from "@shardwatch/core/kit/time";
import { afterEach, describe, expect, test } from "vitest";
import { applying, hookSecret, hookUrl, wholeFile } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { commandLine } from "../support/personal-sessions.ts";
import { adminAndViewer, saveView, viewsOf } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signUp } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const later = (hours: number) => new Date(world.clock.now() + hours * hour).toISOString();

afterEach(() => {
  api.instead = () => undefined;
  api.breaks = () => undefined;
});

const { whole, begin, end, night } = wholeFile(world);
const wholeSteps = 7;

describe("RUL09 apply", () => {
  test("RUL09 it says what it does, does it, and a second time changes nothing", async () => {
    const { apply, state } = await applying(world, api);
    const plan = await apply(whole, ["--dry-run"]);
    expect([plan.code, plan.stderr]).toEqual([1, "Would create 7, change 1, delete 0.\n"]);
    expect(plan.stdout).toBe(
      `${[
        "~ channel “Admins by email”",
        "    minimum: warning → critical",
        "+ channel “Pager”",
        "    to hooks.example.com/…abcd, from info",
        "+ channel “Archive”",
        "    to hooks.example.com/…abcd, from warning, off",
        "+ silence of region:eu-west-1 tls:no, “Weekly maintenance”",
        `    from ${begin} until ${end}`,
        "+ silence of rule unwell, “A known fault”",
        `    until ${night}`,
        "+ silence of every deployment, “Everything”",
        `    until ${night}`,
        "+ view “Full”",
        "    deployments: util>90",
        "+ view “No TLS”",
        "    databases: tls:no",
      ].join("\n")}\n`,
    );
    const done = await apply(whole);
    expect([done.code, done.stdout, done.stderr]).toEqual([
      0,
      plan.stdout,
      "Done: created 7, changed 1, deleted 0.\n",
    ]);
    const made = await state();
    expect(made).toMatchObject({
      channels: [
        { kind: "app" },
        { kind: "mail", minimum: "critical", on: true },
        { name: "Archive", on: false, minimum: "warning" },
        { name: "Pager", on: true, minimum: "info" },
      ],
      silences: { length: 3 },
      views: [
        { name: "Full", filter: "util=90.1..", sort: { by: "memory", order: "desc" }, shared: true },
        { name: "No TLS", list: "databases", columns: ["name", "memory"] },
      ],
    });
    const before = api.calls.length;
    for (const options of [[], ["--dry-run"], ["--prune"]])
      expect(await apply(whole, options)).toMatchObject({
        code: 0,
        stdout: "",
        stderr: "Nothing to change.\n",
      });
    expect(api.calls.slice(before).filter((one) => !one.startsWith("GET "))).toEqual([]);
    expect(await state()).toEqual(made);
  });

  test("RUL09 fields that differ are changed and no others, and without --prune nothing is deleted", async () => {
    const { apply, ask, state } = await applying(world, api);
    await apply(whole);
    const changed = whole
      .replace("util>90", "util>95")
      .replace("    minimum: info\n", "    minimum: warning\n")
      .replace("name: Full", "name: FULL")
      .replace(/ {2}- \{ name: No TLS.*\n/, "");
    const { code, stdout, stderr } = await apply(changed);
    expect([code, stderr]).toEqual([0, "Done: created 0, changed 2, deleted 0.\n"]);
    expect(stdout).toBe(
      "~ channel “Pager”\n    minimum: info → warning\n~ view “Full”\n    name: Full → FULL\n    filter: util>90 → util>95\n",
    );
    expect(await state()).toMatchObject({
      views: [{ name: "FULL", filter: "util=95.1.." }, { name: "No TLS" }],
    });
    // What the file does not list is no business of it, with --prune neither.
    await ask("POST", "/views", { name: "By hand", shared: true });
    expect(await apply("channels: []\n", ["--prune", "--dry-run"])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^(- channel “(Pager|Archive)”\n){2}$/) as string,
    });
    const pruned = await apply(changed, ["--prune"]);
    expect(pruned).toMatchObject({ code: 0, stdout: "- view “No TLS”\n- view “By hand”\n" });
    expect(await state()).toMatchObject({ views: [{ name: "FULL" }], channels: { length: 4 } });
  });

  test("RUL09 what is new is there before what it replaces is gone", async () => {
    const { apply } = await applying(world, api);
    await apply("channels: [{ kind: webhook, name: Former, urlEnv: HOOK }]");
    const before = api.calls.length;
    await apply("channels: [{ kind: webhook, name: Next, urlEnv: HOOK }]\nviews: [{ name: A }]", ["--prune"]);
    const changes = api.calls.slice(before).map((one) => one.replace(/ch_\w+/, "…"));
    expect(changes.filter((one) => !one.startsWith("GET"))).toEqual([
      "POST /channels",
      "POST /views",
      expect.stringMatching(/^DELETE \/channels\//),
    ]);
  });

  test("RUL09 --prune ends silences, and never takes the mail", async () => {
    const { apply, ask } = await applying(world, api);
    await apply(whole);
    const none = "channels: []\nsilences: []\nviews: []\n";
    expect(await apply(none, ["--prune"])).toMatchObject({
      code: 0,
      stderr: "Done: created 0, changed 0, deleted 7.\n",
    });
    const { channels } = (await ask("GET", "/channels")) as ChannelList;
    expect(channels.map(({ kind }) => kind)).toEqual(["mail", "app"]);
    expect(await ask("GET", "/silences")).toEqual({ silences: [] });
  });

  test("RUL09 a silence whose end is past is no change, one far ahead is not made yet, and one that somebody ended comes back", async () => {
    const { apply, ask } = await applying(world, api);
    const text = `silences: [{ reason: Soon over, rule: silent, until: "${later(1)}" }]`;
    expect((await apply(text)).code).toBe(0);
    const [one] = ((await ask("GET", "/silences")) as { silences: Silence[] }).silences;
    await ask("DELETE", `/silences/${one?.id}`);
    for (let round = 0; round < 2; round += 1) {
      expect(await apply(text)).toMatchObject({
        code: 0,
        stderr: "Done: created 1, changed 0, deleted 0.\n",
      });
      const [back] = ((await ask("GET", "/silences")) as { silences: Silence[] }).silences;
      expect(back?.id).not.toBe(one?.id);
      await ask("DELETE", `/silences/${back?.id}`);
    }
    world.clock.advance(2 * hour);
    expect(await apply(text, ["--dry-run"])).toMatchObject({
      code: 0,
      stderr: "silences[0]: is over, so nothing is made\nNothing to change.\n",
    });
    const far = `silences: [{ reason: Far, rule: silent, from: "${later(800)}", until: "${later(801)}" }]`;
    expect(await apply(far)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("can't be made yet") as string,
    });
    const long = `silences: [{ reason: Long, rule: silent, until: "${later(800)}" }]`;
    expect(await apply(long)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("silences[0].until: must be at most 30 days") as string,
    });
  });

  test("RUL09 what was renamed by hand is another object, so that of the file is made again", async () => {
    const { apply, ask } = await applying(world, api);
    const text = "views: [{ name: Full }]\nchannels: [{ kind: webhook, name: Pager, urlEnv: HOOK }]";
    await apply(text);
    const { views } = (await ask("GET", "/views")) as { views: SavedView[] };
    await ask("PATCH", `/views/${views[0]?.id}`, { name: "Renamed" });
    const pager = ((await ask("GET", "/channels")) as ChannelList).channels[2];
    await ask("PUT", `/channels/${pager?.id}`, { name: "Renamed", minimum: "warning", on: true });
    expect(await apply(text)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("Done: created 2, changed 0") as string,
    });
    expect(await apply(text)).toMatchObject({ code: 0, stdout: "" });
    const after = (await ask("GET", "/views")) as { views: SavedView[] };
    expect(after.views.map(({ name }) => name)).toEqual(["Renamed", "Full"]);
  });

  test("RUL09 an address is sent when host or end differ, and a secret with --secrets alone", async () => {
    const { apply, ask } = await applying(world, api);
    const text = "channels: [{ kind: webhook, name: Pager, urlEnv: HOOK, secretEnv: HOOK_SECRET }]";
    const made = await apply(text);
    expect([
      made.code,
      JSON.stringify(made).includes(hookSecret),
      JSON.stringify(made).includes(hookUrl),
    ]).toEqual([0, false, false]);
    const pager = async () => ((await ask("GET", "/channels")) as ChannelList).channels[2]?.managed;
    expect(await pager()).toMatchObject({ revision: 1, formerSecretUntil: null });
    const env = { HOOK: "https://hooks.example.com/in/0123456789wxyz" };
    expect(await apply(text, [], { env })).toMatchObject({
      code: 0,
      stdout: "~ channel “Pager”\n    url: hooks.example.com/…abcd → hooks.example.com/…wxyz\n",
    });
    expect(await apply(text, [], { env })).toMatchObject({ stderr: "Nothing to change.\n" });
    expect(await pager()).toMatchObject({ target: "hooks.example.com/…wxyz", formerSecretUntil: null });
    const sent = await apply(text, ["--secrets"], { env });
    expect(sent.stdout).toBe(
      "~ channel “Pager”\n    url: sent anew\n    secret: sent anew; the former one signs too for a day\n",
    );
    expect(await pager()).toMatchObject({ revision: 3, formerSecretUntil: expect.any(String) as string });
    // Where the variable is not set, what exists stays, and what is new is refused before anything is done.
    const unset = { HOOK: "", HOOK_SECRET: "" };
    expect(await apply(text, [], { env: unset })).toMatchObject({
      code: 0,
      stderr:
        "channels[0]: the address is not compared, because its variable or file is not here\nNothing to change.\n",
    });
    expect(await apply(text, [], { env: { HOOK: "pager" } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("channels[0].urlEnv: what it refers to must be an address") as string,
    });
    expect(await apply(text.replace("Pager", "Other"), [], { env: unset })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(
        "channels[0].urlEnv: the environment variable that it names is not set\n  channels[0].secretEnv: ",
      ) as string,
    });
  });
});

test("RUL09 OUT06 a list that was read before the first creation arrived makes nothing twice", async () => {
  const { apply, state } = await applying(world, api);
  const file = whole.replace(/channels:[^]*silences:/, "silences:").replace(/views:[^]*/, "");
  await apply(file);
  const once = await state();
  const url = "/silences";
  api.instead = (request) =>
    request.method === "GET" && request.url.endsWith(url)
      ? Response.json({ silences: [] }, { headers: { date: new Date(world.clock.now()).toUTCString() } })
      : undefined;
  expect((await apply(file)).code).toBe(0);
  api.instead = () => undefined;
  expect(await state()).toEqual(once);
});

test("RUL09 a person at a command line prunes no view of their own", async () => {
  const admin = await signUp(world);
  const { secret } = await commandLine(world, admin, allScopes);
  const { apply } = await applying(world, api, { owner: admin });
  await saveView(world, admin, { name: "My own" });
  const env = { SHARDWATCH_TOKEN: secret };
  expect(await apply("views: []", ["--prune", "--dry-run"], { env })).toMatchObject({ code: 0, stdout: "" });
  await apply("views: [{ name: Shared }]", [], { env });
  expect(await apply("views: []", ["--prune"], { env })).toMatchObject({ stdout: "- view “Shared”\n" });
  expect((await viewsOf(world, admin)).map(({ name }) => name)).toEqual(["My own"]);
});

test("RUL09 a viewer sees views, changes none of others, and is not shown how channels are set", async () => {
  const [admin, viewer] = await adminAndViewer(world);
  const { secret } = await commandLine(world, viewer, allScopes);
  const { apply, line } = await applying(world, api, { owner: admin });
  await apply("views: [{ name: Full }]");
  const env = { SHARDWATCH_TOKEN: secret };
  const changed = await apply("views: [{ name: Full, filter: 'tls:no' }]", [], { env });
  expect([changed.code, changed.stderr]).toEqual([
    1,
    expect.stringContaining("Someone else shared this view"),
  ]);
  expect(await apply("channels: []", [], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Only admins") as string,
  });
  expect((await apply("channels: []", ["--dry-run"], { env })).code).toBe(2);
  expect((await line.run(["export", "channels"], { env })).code).toBe(1);
});

describe("RUL09 export", () => {
  test("RUL09 applying what was exported changes nothing, as YAML and as JSON", async () => {
    const { apply, line, ask } = await applying(world, api);
    await apply(whole);
    for (const [index, name] of [
      "no",
      "2026-01-01",
      "a: b # c",
      "'",
      '"',
      "- x",
      "Ünï 漢字 👍",
      "null",
      "1e3",
    ].entries())
      await ask("POST", "/views", {
        name,
        shared: true,
        filter: index % 2 ? "status:stale" : `"tls:no" ${index}`,
      });
    const [yaml, json] = [await line.run(["export"]), await line.run(["export", "--json"])];
    expect([yaml.code, json.code, yaml.stderr]).toEqual([0, 0, ""]);
    expect(Object.keys(JSON.parse(json.stdout) as object)).toEqual([
      "channels",
      "routes",
      "rules",
      "silences",
      "views",
    ]);
    expect(yaml.stdout).toContain("urlEnv: CHANNEL_PAGER_URL\n    secretEnv: CHANNEL_PAGER_SECRET\n");
    expect(yaml.stdout).not.toContain(hookUrl);
    for (const { stdout } of [yaml, json])
      for (const options of [["--dry-run"], ["--dry-run", "--prune"]])
        expect(await apply(stdout, options)).toMatchObject({ code: 0, stdout: "" });
    expect((await line.run(["export", "views"])).stdout).toMatch(
      /^views:\n[^]* {2}- name: Full\n {4}filter: "util>90"\n {4}sort: \{ by: memory, order: desc \}\n/,
    );
    expect(await line.run(["export", "guardrails"])).toMatchObject({ code: 2 });
  });

  test("RUL09 what was exported makes the same in another organization", async () => {
    const [one, other] = [await applying(world, api), await applying(world, api)];
    await one.apply(whole);
    const { stdout } = await one.line.run(["export"]);
    const env = Object.fromEntries(
      [...stdout.matchAll(/(?:url|secret)Env: (\w+)/g)].map(([, name = ""]) => [
        name,
        name.endsWith("_URL") ? hookUrl : hookSecret,
      ]),
    );
    expect(await other.apply(stdout, [], { env })).toMatchObject({
      code: 0,
      stderr: `Done: created ${wholeSteps}, changed 1, deleted 0.\n`,
    });
    expect(await other.state()).toEqual(await one.state());
  });
});

describe("RUL09 refusals", () => {
  test("RUL09 what somebody else changes in between is not overwritten", async () => {
    const { apply, ask } = await applying(world, api);
    await apply("views: [{ name: Full, filter: 'util>90' }]");
    api.instead = (request) => {
      if (request.method !== "PATCH") return undefined;
      api.instead = () => undefined;
      return (async () => {
        const { views } = (await ask("GET", "/views")) as { views: SavedView[] };
        await ask("PATCH", `/views/${views[0]?.id}`, { filter: "util>70" });
        return await world.app.fetch(request);
      })();
    };
    const { code, stderr } = await apply("views: [{ name: Full, filter: 'util>95' }]");
    expect([code, stderr]).toEqual([1, expect.stringContaining("view “Full”: This was changed since")]);
    expect(stderr).toContain("Done before it: created 0, changed 0, deleted 0.");
    const { views } = (await ask("GET", "/views")) as { views: SavedView[] };
    expect(views.map(({ filter }) => filter)).toEqual(["util=70.1.."]);
  });

  test("RUL09 a token without the scope, and a view whose list would change, are refused: 1, and 2 for --dry-run", async () => {
    const [admin] = await adminAndViewer(world);
    const all = await applying(world, api, { owner: admin });
    const narrow = await applying(world, api, { owner: admin, scopes: ["read"] });
    const views = "views: [{ name: Full, filter: 'util>90' }]";
    expect((await narrow.apply(views, ["--dry-run"])).code).toBe(1);
    expect(await narrow.apply(views)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("rules") as string,
    });
    for (const [options, code] of [
      [["--dry-run"], 2],
      [[], 1],
    ] as const)
      expect((await narrow.apply("channels: []", options)).code).toBe(code);
    expect((await narrow.line.run(["export"])).code).toBe(1);
    expect((await narrow.line.run(["export", "views", "silences"])).code).toBe(0);
    await all.apply(views);
    const other = "views: [{ name: Full, list: databases }]";
    expect(await all.apply(other, ["--dry-run"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("views[0].list: can't change") as string,
    });
    expect((await all.apply(other)).code).toBe(1);
    const env = { SHARDWATCH_TOKEN: hookSecret };
    for (const options of [[], ["--dry-run"]])
      expect((await all.apply(views, options, { env })).code).toBe(4);
  });
});
