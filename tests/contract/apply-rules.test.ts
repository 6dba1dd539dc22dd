import type { RuleList, WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import { hour } from "@shardwatch/core/kit/time";
import { afterEach, describe, expect, test } from "vitest";
import { type Applying, applying, hookSecret, hookUrl } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const until = new Date(world.clock.now() + 200 * hour).toISOString();

afterEach(() => {
  api.instead = () => undefined;
});

/** Both forms of entries, with every field. The channel and the silenced rule are made by the same file. */
const whole = `
channels:
  - { kind: webhook, name: Pager, urlEnv: HOOK, secretEnv: HOOK_SECRET }
rules:
  - name: Nearly full
    scope: source:agent
    when: util>80
    worse: util>90
    clear: util<60
    for: 20
    keep: 2
    severity: info
    worseSeverity: warning
    unknown: fire
    group: rule
    channels: [pager, Admins by email]
    hours: { days: [fri, mon], from: "08:00", to: "18:30", zone: Europe/Berlin }
    advice: "Ask the owner.\\nThen add a shard."
  - { name: Quiet, when: "tls:no", channels: [] }
  - builtIn: memory-full
    thresholds: { warning: 70, critical: 80 }
    for: 1
    channels: [Pager]
  - { builtIn: unwell, severity: info }
silences:
  - { reason: Known, rule: nearly full, until: "${until}" }
`;

const listed = async ({ ask }: Applying): Promise<WatchingRule[]> =>
  ((await ask("GET", "/rules")) as RuleList).rules;
const own = async (one: Applying) => (await listed(one)).flatMap((rule) => rule.own ?? []);
const changes = async (one: Applying) =>
  (await listed(one)).flatMap((rule) => (rule.changes ? [[rule.id, rule.changes] as const] : []));
const writes = (from: number) => api.calls.slice(from).filter((one) => !one.startsWith("GET "));

describe("RUL09 rules of a file", () => {
  test("RUL09 RUL04 own rules and changes of built-in ones are said in words and made, and a second time nothing changes", async () => {
    const one = await applying(world, api);
    const plan = await one.apply(whole, ["--dry-run"]);
    expect([plan.code, plan.stderr]).toEqual([1, "Would create 4, change 2, delete 0.\n"]);
    expect(plan.stdout).toBe(
      `${[
        "+ channel “Pager”",
        "    to hooks.example.com/…abcd, from warning",
        "+ rule “Nearly full”",
        "    A deployment of source Agent that has memory utilization more than 80% for 20 minutes: info; warning with memory utilization more than 90%; over with memory utilization less than 60% for 2 minutes; what is unknown counts as a match; all that match are one incident; messages on Fri, Mon from 08:00 to 18:30, Europe/Berlin",
        "    to Admins by email, pager",
        "+ rule “Quiet”",
        "    A deployment that has TLS no for 5 minutes: warning; over without TLS no for 5 minutes",
        "    to nobody",
        "~ rule memory-full",
        "    thresholds: warning 90, critical 95, as built in → warning 70, critical 80",
        "    for: 3 min, as built in → 1 min",
        "    channels: all that are on, as built in → Pager",
        "~ rule unwell",
        "    severity: critical, as built in → info",
        "+ silence of rule nearly full, “Known”",
        `    until ${until}`,
      ].join("\n")}\n`,
    );
    expect(await own(one)).toEqual([]);
    const done = await one.apply(whole);
    expect([done.code, done.stdout, done.stderr]).toEqual([
      0,
      plan.stdout,
      "Done: created 4, changed 2, deleted 0.\n",
    ]);
    const rules = await listed(one);
    const { channels } = (await one.ask("GET", "/channels")) as { channels: { id: string; name: string }[] };
    const idOf = (name: string) => channels.find((each) => each.name === name)?.id;
    expect(rules[0]?.own).toMatchObject({
      name: "Nearly full",
      scope: "source=agent",
      when: "util=80.1..",
      worse: "util=90.1..",
      for: 20,
      keep: 2,
      severity: "info",
      worseSeverity: "warning",
      unknown: "fire",
      group: "rule",
      channels: [idOf("Pager"), idOf("Admins by email")],
      hours: { days: ["fri", "mon"], from: "08:00", to: "18:30", zone: "Europe/Berlin" },
      advice: "Ask the owner.\nThen add a shard.",
    });
    expect(rules[1]?.own).toMatchObject({ name: "Quiet", channels: [], for: 5, severity: "warning" });
    expect(await changes(one)).toMatchObject([
      ["memory-full", { thresholds: { warning: 70, critical: 80 }, for: 1, channels: [idOf("Pager")] }],
      ["unwell", { severity: "info" }],
    ]);
    const { silences } = (await one.ask("GET", "/silences")) as { silences: Silence[] };
    expect(silences.map(({ scope }) => scope)).toEqual([{ kind: "rule", rule: rules[0]?.id }]);
    const before = api.calls.length;
    for (const options of [[], ["--dry-run"], ["--prune"]])
      expect(await one.apply(whole, options)).toMatchObject({
        code: 0,
        stdout: "",
        stderr: "Nothing to change.\n",
      });
    expect(writes(before)).toEqual([]);
  });

  test("RUL04 applying what was exported changes nothing, as YAML and as JSON, and makes the same elsewhere", async () => {
    const [one, other] = [await applying(world, api), await applying(world, api)];
    await one.apply(whole);
    const [yaml, json] = [await one.line.run(["export"]), await one.line.run(["export", "--json"])];
    expect([yaml.code, yaml.stderr]).toEqual([0, ""]);
    expect(yaml.stdout).toContain(
      '  - name: Quiet\n    when: "tls:no"\n    channels: []\n  - builtIn: "memory-full"\n    thresholds: { warning: 70, critical: 80 }\n    for: 1\n    channels: [Pager]\n',
    );
    expect(yaml.stdout).toContain("rule: Nearly full\n");
    for (const { stdout } of [yaml, json])
      for (const options of [["--dry-run"], ["--dry-run", "--prune"]])
        expect(await one.apply(stdout, options)).toMatchObject({ code: 0, stdout: "" });
    const env = { CHANNEL_PAGER_URL: hookUrl, CHANNEL_PAGER_SECRET: hookSecret };
    expect(await other.apply(yaml.stdout, [], { env })).toMatchObject({
      code: 0,
      stderr: "Done: created 4, changed 2, deleted 0.\n",
    });
    expect((await other.line.run(["export"])).stdout).toBe(yaml.stdout);
  });

  test("RUL09 fields that differ are changed and no others, with the revision that was read", async () => {
    const one = await applying(world, api);
    await one.apply(whole);
    const changed = whole
      .replace("name: Nearly full", "name: NEARLY full")
      .replace("clear: util<60", "clear: util<70")
      .replace("for: 20", "for: 30")
      .replace("[pager, Admins by email]", "[admins by email]")
      .replace("zone: Europe/Berlin", "zone: UTC")
      .replace(/advice: .*\n/, "\n")
      .replace("critical: 80", "critical: 90")
      .replace("    for: 1\n", "");
    const { code, stdout } = await one.apply(changed);
    expect([code, stdout]).toEqual([
      0,
      `${[
        "~ rule “Nearly full”",
        "    name: Nearly full → NEARLY full",
        "    clear: util<60 → util<70",
        "    for: 20 min → 30 min",
        "    channels: Admins by email, Pager → Admins by email",
        "    hours: on Mon, Fri from 08:00 to 18:30, Europe/Berlin → on Mon, Fri from 08:00 to 18:30, UTC",
        "    advice: Ask the owner.\nThen add a shard. → none".replace("\n", " "),
        "~ rule memory-full",
        "    thresholds: warning 70, critical 80 → warning 70, critical 90",
        "    for: 1 min → 3 min, as built in",
      ].join("\n")}\n`,
    ]);
    expect((await own(one))[0]).toMatchObject({ name: "NEARLY full", for: 30, advice: "", revision: 2 });
    // Somebody else changes each of them between the reading and the change.
    for (const [path, file] of [
      ["PATCH", changed.replace("for: 30", "for: 40")],
      ["PUT", changed.replace("critical: 90", "critical: 95")],
    ] as const) {
      api.instead = (request) => {
        if (request.method !== path) return undefined;
        api.instead = () => undefined;
        return (async () => {
          const { pathname } = new URL(request.url);
          const body = path === "PATCH" ? { keep: 9 } : { for: 9 };
          await one.ask(path, pathname, body);
          return await world.app.fetch(request);
        })();
      };
      expect(await one.apply(file)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("This was changed since") as string,
      });
    }
    expect((await own(one))[0]).toMatchObject({ for: 30, keep: 2 });
    expect((await changes(one))[0]?.[1]).toMatchObject({ for: 9 });
  });

  test("RUL09 RUL04 --prune deletes own rules and resets built-in ones, where the file lists rules", async () => {
    const one = await applying(world, api);
    await one.apply(whole);
    expect(await one.apply("views: []", ["--prune"])).toMatchObject({ stdout: "" });
    expect(await one.apply("rules: []")).toMatchObject({ stdout: "" });
    const left = "rules: [{ name: Quiet, when: 'tls:no', channels: [] }]\nsilences: []\n";
    const pruned = await one.apply(left, ["--prune"]);
    expect([pruned.code, pruned.stderr]).toEqual([0, "Done: created 0, changed 2, deleted 2.\n"]);
    expect(pruned.stdout).toBe(
      `${[
        "~ rule memory-full",
        "    thresholds: warning 70, critical 80 → warning 90, critical 95, as built in",
        "    for: 1 min → 3 min, as built in",
        "    channels: Pager → all that are on, as built in",
        "~ rule unwell",
        "    severity: info → critical, as built in",
        "- rule “Nearly full”",
        "- silence of rule Nearly full, “Known”",
        `    until ${until}`,
      ].join("\n")}\n`,
    );
    expect((await own(one)).map(({ name }) => name)).toEqual(["Quiet"]);
    expect(await changes(one)).toEqual([]);
    // What was deleted comes back by the same file, although its client token has led to it before.
    expect(await one.apply(whole)).toMatchObject({ stderr: "Done: created 2, changed 2, deleted 0.\n" });
    expect(await one.apply(whole)).toMatchObject({ stdout: "" });
  });

  test("RUL09 channels and rules that nothing has, or that --prune deletes, are faults before anything is done", async () => {
    const one = await applying(world, api);
    await one.apply(whole);
    const before = api.calls.length;
    const none =
      "rules: [{ name: A, when: 'tls:no', channels: [Pagr] }, { builtIn: silent, channels: [Pagr] }]";
    const missing = await one.apply(
      `${none}\nsilences: [{ reason: x, rule: Nearly, until: "${until}" }, { reason: x, rule: quiet, until: "${until}" }]`,
      ["--prune"],
    );
    expect([missing.code, missing.stdout, missing.stderr.split("\n").slice(1, -1)]).toEqual([
      2,
      "",
      [
        "  rules[0].channels[0]: there is no channel “Pagr”, and the file lists none",
        "  rules[1].channels[0]: there is no channel “Pagr”, and the file lists none",
        "  silences[0].rule: there is no rule “Nearly”, and the file lists none",
        "  silences[1].rule: the file doesn't list this rule, and --prune deletes it",
      ],
    ]);
    const gone = await one.apply(
      "channels: [{ kind: mail }]\nrules: [{ name: A, when: 'tls:no', channels: [Pager, Admins by email] }]",
      ["--prune"],
    );
    expect(gone.stderr).toContain(
      "rules[0].channels[0]: the file doesn't list this channel, and --prune deletes it",
    );
    const wrong = await one.apply(
      "rules: [{ builtIn: silent, for: 3 }, { builtIn: memory-full, severity: info }, { builtIn: memory-full-2, for: 1 }]",
    );
    expect(wrong.code).toBe(2);
    const unfit = await one.apply(
      "rules: [{ builtIn: unwell, thresholds: { warning: 1 } }, { builtIn: memory-full, severity: info, thresholds: { warning: 90, critical: 200 } }]",
      ["--dry-run"],
    );
    expect([unfit.code, unfit.stderr.split("\n").slice(1, -1)]).toEqual([
      2,
      [
        "  rules[0].thresholds: can't be changed of this rule",
        "  rules[1].severity: follows from the thresholds of this rule; change these",
        "  rules[1].thresholds: must be from 1 to 100",
      ],
    ]);
    expect(writes(before)).toEqual([]);
  });

  test("RUL09 a rule that fires on much of its scope is refused with its numbers until its entry confirms it", async () => {
    const one = await applying(world, api);
    const { compositeKey } = await createKey(world, one.owner, "Agents");
    const servers = Array.from({ length: 12 }, (_, index) =>
      reported(`server ${index}`, { databases: databases(1, 60) }),
    );
    expect((await send(world, compositeKey, reportOf(world, servers))).status).toBe(202);
    const file = "rules: [{ name: Broad, when: 'util>1' }]";
    const refused = await one.apply(file);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /rule “Broad”: This rule would fire now on 12 of 12 deployments\.[^]*To confirm it, write “confirm: true” in its entry\.[^]*Done before it: created 0/,
      ),
    ]);
    expect(await own(one)).toEqual([]);
    const confirmed = file.replace(" }]", ", confirm: true }]");
    expect((await one.apply(confirmed)).code).toBe(0);
    expect(await one.apply(file)).toMatchObject({ code: 0, stdout: "" });
    const other = file.replace("util>1", "util>2");
    expect(await one.apply(other)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("on 12 of 12 deployments") as string,
    });
  });

  test("RUL09 a rule whose channel is gone keeps its other channels, and a silence of a rule that is gone stays", async () => {
    const one = await applying(world, api);
    await one.apply(whole);
    const { channels } = (await one.ask("GET", "/channels")) as { channels: { id: string; name: string }[] };
    await one.ask("DELETE", `/channels/${channels.find(({ name }) => name === "Pager")?.id}`);
    const { stdout } = await one.line.run(["export", "rules"]);
    expect(stdout).toContain("channels: [Admins by email]");
    expect(await one.apply(stdout, ["--prune"])).toMatchObject({ code: 0, stdout: "" });
    // The built-in rule has no channel any more, so it sends to all.
    expect(stdout).toMatch(/builtIn: "memory-full"\n.*\n.*\n {4}channels: null\n/);
    expect(await one.apply(stdout.replace("for: 20", "for: 25"))).toMatchObject({ code: 0 });
    expect((await own(one))[0]?.channels).toHaveLength(1);
    const rule = (await listed(one))[0]?.id;
    await one.ask("DELETE", `/rules/${rule}`);
    const silences = await one.line.run(["export", "silences"]);
    expect(silences.stdout).toContain(`rule: "${rule}"`);
    expect(await one.apply(silences.stdout, ["--prune"])).toMatchObject({ code: 0, stdout: "" });
  });
});
