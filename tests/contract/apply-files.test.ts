import { createServer } from "node:http";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { applying, hookSecret, hookUrl } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { day } from "@shardwatch/core/kit/time";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const api = await served(world);
const { apply, line } = await applying(world, api);

describe("RUL09 files that make no sense are refused with every fault, before anything is asked", () => {
  test.each<[what: string, text: string, faults: string[]]>([
    [
      "wrong settings of every kind",
      `
channels:
  - { kind: pigeon, name: Pager }
  - { kind: webhook, name: Pager, url: "${hookUrl}", secret: "${hookSecret}" }
  - { kind: webhook, name: "", urlEnv: "A B", urlFile: x, minimum: loud, on: on }
  - mail
rules:
  - { name: A, when: "utl>90", colour: red }
  - { name: "", when: "", scope: "severity:critical", for: 2h, keep: 0, severity: loud, unknown: maybe, channels: Pager, hours: nightly }
  - { when: util>90, worse: "", hours: { days: [monday], from: 8, to: "25:00", zone: Mars }, advice: 7, group: all, confirm: yes }
  - { name: B, when: util>90, worse: util>95, severity: critical, unknown: fire }
  - Full
  - { builtIn: memory, thresholds: { warning: high, urgent: 1 } }
  - { builtIn: memory-full }
  - { builtIn: memory-full, when: util>80, for: 2, channels: [7] }
silences:
  - { reason: x, until: tomorrow }
  - { reason: x, filter: "mem>1GiB", until: "2027-01-01T00:00:00Z" }
  - { reason: x, filter: "", until: "2027-01-01T00:00:00Z" }
  - { reason: x, rule: unwell, filter: "tls:no", until: "2027-01-01T00:00:00Z" }
  - { reason: x, rule: unwell, from: "2027-02-01T00:00:00Z", until: "2027-01-01T00:00:00Z" }
  - { reason: x, rule: unwell, from: "2027-02-01T00:00:00Z", until: "2027-07-01T00:00:00Z" }
  - { reason: x, filter: "severity:critical", until: "2027-01-01T00:00:00Z" }
views:
  - { name: Full, filter: "utl:90", colour: red, sort: memory }
  - { name: Full, sort: { by: "1", order: up }, columns: name, list: incidents }
`,
      [
        "channels[0].kind: must be webhook or slack or pagerduty or teams or googlechat or mail",
        "channels[1].urlEnv: is required, or urlFile",
        "channels[1].url: must not be in the file; use urlEnv or urlFile",
        "channels[1].secret: must not be in the file; use secretEnv or secretFile",
        "channels[2].name: Channel name is required",
        "channels[2].urlEnv: must be the name of an environment variable",
        "channels[2].minimum: must be one of critical, warning, info",
        "channels[2].on: must be true or false",
        "channels[3]: must be settings such as “kind: webhook”",
        "rules[0].when: utl: is not a field; did you mean util?",
        "rules[0].colour: is not a setting",
        "rules[1].name: A name is required",
        "rules[1].when: must say what is wrong, such as util>90",
        "rules[1].scope: severity has no meaning in a rule",
        "rules[1].for: must be whole minutes from 0 to 1440",
        "rules[1].keep: must be at least 1 minutes",
        "rules[1].severity: must be one of critical, warning, info",
        "rules[1].unknown: must be one of keep, clear, fire",
        "rules[1].channels: must be a list",
        "rules[1].hours: must have days, from, to and zone",
        "rules[2].name: is required",
        "rules[2].worse: must say what is wrong, such as util>90",
        "rules[2].hours.days[0]: must be one of mon, tue, wed, thu, fri, sat, sun",
        "rules[2].hours.from: must be a text",
        "rules[2].hours.to: must be a time such as 08:30",
        "rules[2].hours.zone: must be a time zone such as Europe/Berlin",
        "rules[2].advice: must be a text",
        "rules[2].group: must be one of deployment, rule",
        "rules[2].confirm: must be true or false",
        "rules[3].worseSeverity: must be more urgent than critical",
        "rules[3].for: must be at least 15 minutes where what is unknown counts as a match",
        "rules[4]: must be settings such as “name: Nearly full” and “when: util>90”",
        "rules[5].builtIn: must be one of memory-full, evictions-begin",
        "rules[5].thresholds.warning: must be a number",
        "rules[5].thresholds.urgent: is not a setting",
        "rules[6]: must have thresholds, for, severity or channels",
        "rules[7].when: is not a setting",
        "rules[7].channels[0]: must be a text",
        "silences[0].until: must be a time such as 2027-06-30T20:00:00Z",
        "silences[1].filter: mem: is not a field; did you mean memory?",
        "silences[2].filter: matches every deployment; say “all: true” instead",
        "silences[3].filter: is required, or one of all, rule and incident",
        "silences[4].until: must be after from",
        "silences[5].until: must be at most 30 days after from",
        "silences[6].filter: severity: has no meaning in a silence",
        "views[0].filter: utl: is not a field; did you mean util?",
        "views[0].sort: must have by and order",
        "views[0].colour: is not a setting",
        "views[1].sort.by: must be the id of a column",
        "views[1].sort.order: must be one of asc, desc",
        "views[1].columns: must be a list",
        "views[1].list: must be one of deployments, databases",
      ],
    ],
    [
      "the same name twice",
      `
channels: [{ kind: mail }, { kind: webhook, name: A, urlEnv: X }, { kind: mail }, { kind: webhook, name: a, urlEnv: X }]
rules: [{ name: A, when: util>1 }, { name: a, when: util>2 }, { builtIn: unwell, for: 1 }, { builtIn: unwell, for: 2 }]
silences:
  - { reason: x, rule: unwell, until: "2027-01-01T00:00:00Z" }
  - { until: "2027-01-01T01:00:00+01:00", reason: x, rule: unwell }
views: [{ name: Straße }, { name: straße }]
`,
      [
        "channels[2].kind: is given at channels[0].kind, too",
        "channels[3].name: is given at channels[1].name, too",
        "rules[1].name: is given at rules[0].name, too",
        "rules[3].builtIn: is given at rules[2].builtIn, too",
        "silences[1]: is given at silences[0], too",
        "views[1].name: is given at views[0].name, too",
      ],
    ],
    ["nothing", "", ["the file: must list channels, routes, rules, silences, views"]],
    ["a comment alone", "# views: []\n", ["the file: must list channels, routes, rules, silences, views"]],
    ["an empty object", "{}", ["the file lists nothing; it has channels, routes, rules, silences, views"]],
    ["a list", "- views", ["the file: must list channels, routes, rules, silences, views"]],
    ["a kind without a list", "views:\n", ["views: must be a list"]],
    [
      "the server's own file",
      "organizations: []\n",
      ["organizations: is for the server's own configuration file; here, the lists begin at the left"],
    ],
    ["no YAML", "views: [", ["the file is not YAML at line 1"]],
    [
      "a name that is given twice",
      "views: []\nviews: []\n",
      ["the file is not YAML at line 2, column 1 (DUPLICATE_KEY)"],
    ],
    ["two documents", "views: []\n---\nviews: []\n", ["the file is not YAML"]],
    [
      "aliases without end",
      `a: &a [x, x]\n${["b", "c", "d", "e", "f", "g"].map((name, index) => `${name}: &${name} [${`*${"abcdef"[index]}, `.repeat(9)}]`).join("\n")}\n`,
      ["the file refers to itself too often (YAML aliases)"],
    ],
    ["levels without end", `views: ${"[".repeat(100)}`, ["the file has more than 64 levels"]],
    ["a file of two megabytes", `views: []\n#${"x".repeat(2 ** 21)}`, ["the file is larger than 1024 KB"]],
    [
      "more entries than anybody has",
      `views: [${"{ name: x },".repeat(101)}]`,
      ["views: must have at most 100 entries"],
    ],
    [
      "words of YAML 1.1 where a switch is",
      "channels: [{ kind: mail, on: yes }]",
      ["channels[0].on: must be true or false"],
    ],
    [
      "a day where a time is",
      "silences: [{ reason: x, rule: unwell, until: 2027-01-01 }]",
      ["silences[0].until: must be a time"],
    ],
    ["another version of YAML", "%YAML 1.1\n---\nviews: [{ name: no }]\n", ["views[0].name: must be a text"]],
    [
      "numbers where a text is",
      "views: [{ name: 7 }, { name: 1e3 }, { name: 0o7 }, { name: null }]",
      [
        "views[0].name: must be a text",
        "views[1].name: must be a text",
        "views[2].name: must be a text",
        "views[3].name: must be a text",
      ],
    ],
    [
      "names that steer a terminal",
      'views: [{ name: "a\\e[31m", "\\e[31mx": 1 }]',
      ["views[0].name: View name must not contain", "views[0]: has something that is not a setting"],
    ],
  ])("RUL09 %s", async (_, text, faults) => {
    const before = api.calls.length;
    const { code, stdout, stderr } = await apply(text);
    const [said, ...lines] = stderr.trimEnd().split("\n");
    expect([code, stdout, said]).toEqual([
      2,
      "",
      expect.stringMatching(/^shardwatch: The file .* can't be applied\.$/),
    ]);
    expect(lines, stderr).toHaveLength(faults.length);
    for (const fault of faults) expect(lines).toContainEqual(expect.stringContaining(fault));
    expect(stderr).not.toContain(hookSecret);
    expect(stderr).not.toContain("\u001b");
    expect(api.calls.length).toBe(before);
  });

  test("RUL09 no file, a folder, a pipe that never ends, and an option that is missing", async () => {
    for (const path of [join(line.home, "none.yaml"), line.home, "/dev/zero"])
      expect((await line.run(["apply", "-f", path])).code).toBe(2);
    expect(await line.run(["apply"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("-f <path>") as string,
    });
    expect((await line.run(["apply", "-f", "-"], { input: "x".repeat(2 ** 21) })).stderr).toContain(
      "larger than",
    );
  });
});

test("RUL09 words of YAML that other parsers take for something else stay texts", async () => {
  const names = ["no", "on", "2027-01-01", "~x", "1.2.3"];
  const file = `views: [${names.map((name) => `{ name: ${name} }`).join(", ")}]`;
  const { stdout, code } = await apply(file);
  expect(code).toBe(0);
  for (const name of names) expect(stdout).toContain(`+ view “${name}”\n`);
  expect(await apply(file)).toMatchObject({ code: 0, stdout: "" });
});

test("RUL09 JSON with tabs is a file too, the standard input is one, and export writes where -o says", async () => {
  const views = JSON.stringify({ views: [{ name: "From JSON", filter: "tls:no" }] }, undefined, "\t");
  expect(await line.run(["apply", "-f", "-"], { input: views })).toMatchObject({ code: 0 });
  expect(await apply(views)).toMatchObject({ code: 0, stdout: "" });
  const path = join(line.home, "out.yaml");
  expect(await line.run(["export", "views", "-o", path])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: `Wrote ${path}.\n`,
  });
  expect(readFileSync(path, "utf8")).toContain('  - name: From JSON\n    filter: "tls:no"\n');
  expect((await line.run(["export", "-o", join(line.home, "none", "x")])).code).toBe(2);
});

test("RUL09 an address and a secret come from files beside the file, and a wrong one is never shown", async () => {
  const file = "channels: [{ kind: webhook, name: Files, urlFile: hook.txt, secretFile: secret.txt }]";
  writeFileSync(join(line.home, "hook.txt"), `${hookUrl}\n`);
  expect(await apply(file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "channels[0].secretFile: the file that it names does not exist",
    ) as string,
  });
  writeFileSync(join(line.home, "secret.txt"), "hunter2\n");
  const wrong = await apply(file);
  expect([wrong.code, wrong.stderr.includes("hunter2")]).toEqual([2, false]);
  expect(wrong.stderr).toContain(
    'channels[0].secretFile: what it refers to must be "whsec_" and 32 bytes in base64',
  );
  writeFileSync(join(line.home, "secret.txt"), `${hookSecret}\n`);
  expect(await apply(file)).toMatchObject({ code: 0, stdout: expect.stringContaining("…abcd") as string });
});

test.each(["shardage=5&region=eu", "region=eu&tls=partly", "shardage=5"])(
  "RUL09 a silence of a newer server stays what it is, also where its filter is not known here: %s",
  async (filter) => {
    const until = new Date(world.clock.now() + day).toISOString();
    const newer = {
      id: "sil_01kjmma2g0s0k0k2f43jfeqx2b",
      scope: { kind: "filter", filter },
      reason: "Upgrade",
      from: new Date(world.clock.now()).toISOString(),
      until,
      createdBy: { id: "acc_1", name: "Mia" },
      revision: 0,
    };
    api.instead = ({ method, url }) =>
      method === "GET" && new URL(url).pathname === "/silences"
        ? Response.json(
            { silences: [newer] },
            { headers: { date: new Date(world.clock.now()).toUTCString() } },
          )
        : undefined;
    const { stdout } = await line.run(["export", "silences"]);
    expect(stdout).toContain(`filter: "${filter}"`);
    const pruned = await apply("silences: []", ["--dry-run", "--prune"]);
    expect(pruned.stdout).toContain(`- silence of ${filter}, “Upgrade”`);
    for (const known of ['filter: "region:eu"', "all: true"]) {
      const file = `silences: [{ reason: Upgrade, ${known}, until: "${until}" }]`;
      expect(await apply(file, ["--dry-run"])).toMatchObject({
        code: 1,
        stderr: "Would create 1, change 0, delete 0.\n",
        stdout: expect.stringContaining("+ silence of ") as string,
      });
    }
    api.instead = () => undefined;
  },
);

test.each([
  ["users", "root:x:0:0:root:/root:/bin/hunter2\ndaemon:x:1:1:daemon:/:/bin/hunter2\n"],
  ["a configuration", "github.com:\n    oauth_token: hunter2\n"],
  ["a password", "db:hunter2"],
  ["an address with a password", "https://mia:hunter2@hooks.example.com/hunter2"],
  ["an address that is too long", `https://hooks.example.com/${"hunter2".repeat(300)}`],
])("RUL09 CHN04 nothing of a file that holds %s is sent or shown", async (_, content) => {
  writeFileSync(join(line.home, "other.txt"), content);
  const file = "channels: [{ kind: webhook, name: Other, urlFile: other.txt }]";
  for (const options of [["--dry-run"], [], ["--secrets"]]) {
    const [before, { code, stdout, stderr }] = [api.calls.length, await apply(file, options)];
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("channels[0].urlFile: what it refers to must be an address like https://");
    expect(stderr).not.toMatch(/ter2/);
    expect(api.calls.slice(before)).toEqual(["GET /channels"]);
  }
});

test("RUL09 hostile names of the server steer no terminal, in the plan and in what is exported", async () => {
  const views = hostileTexts.map((name, index) => ({
    id: `view_${index}`,
    name,
    list: "deployments",
    filter: "",
    sort: null,
    columns: null,
    shared: true,
    createdBy: "x",
    createdAt: "2026-03-01T12:00:00.000Z",
    revision: 0,
  }));
  const liar = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "application/json" });
    answer.end(JSON.stringify({ views }));
  }).listen(0, "127.0.0.1");
  afterAll(() => liar.close());
  await once(liar, "listening");
  const { port } = liar.address() as { port: number };
  const env = { SHARDWATCH_URL: `http://127.0.0.1:${port}` };
  const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const plan = await apply("views: []", ["--prune", "--dry-run"], { env });
  expect(plan.code).toBe(1);
  for (const one of plan.stdout.trimEnd().split("\n")) expect(one).toMatch(/^- view “/);
  const written = await line.run(["export", "views"], { env });
  for (const { stdout } of [plan, written])
    for (const one of stdout.trimEnd().split("\n"))
      expect(one.replaceAll(/\u200d|\u200c/g, "")).not.toMatch(unseen);
});
