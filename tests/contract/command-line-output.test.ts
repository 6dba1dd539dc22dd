import { commands } from "@shardwatch/cli/commands";
import { databaseRow } from "@shardwatch/core/contract/deployment/database";
import { deployment, deploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { change } from "@shardwatch/core/contract/history/changes";
import { history } from "@shardwatch/core/contract/history/history";
import { incident, incidentDetail } from "@shardwatch/core/contract/incident/incident";
import { watchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { silence } from "@shardwatch/core/contract/incident/silence";
import { memoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { duePasses } from "@shardwatch/core/incident/due";
import { beforeAll, expect, test } from "vitest";
import { CommandLine, served } from "../support/command-line.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const owner = await signUp(world);
const { compositeKey } = await createKey(world, owner, "Agents");
const { secret } = await createToken(world, owner);
const line = new CommandLine({ SHARDWATCH_URL: api.url, SHARDWATCH_TOKEN: secret }, world.clock.now);
const run = line.run.bind(line);
const names = Array.from({ length: 30 }, (_, index) => `server ${index + 1}`);
let incidentId = "";

beforeAll(async () => {
  const deployments = names.map((name) => reported(name, { databases: databases(4, 59) }));
  for (let passed = 0; passed < 7; passed += 1) {
    world.clock.advance(60_000);
    expect((await send(world, compositeKey, reportOf(world, deployments))).status).toBe(202);
    await duePasses(world.services);
    await lookAt(world, owner);
  }
  incidentId = (await incidentsOf(world, owner))[0]?.id ?? "";
});

/** What an object is checked by: strictly, so that what the contract does not name is not there. */
interface Schema {
  shape: object;
  strict(): { parse(value: unknown): unknown };
}

/** The API declares it beside its route. */
const target: Schema = {
  shape: { targets: "list", labels: "object" },
  strict: () => ({
    parse: (value) =>
      expect(value).toEqual({ targets: [expect.any(String)], labels: expect.any(Object) as object }),
  }),
};

/** Every command that prints objects: its arguments, what one of its objects is, and whether it prints one alone. */
const printed: Readonly<Record<string, { args: () => string[]; schema: Schema; isOne?: true }>> = {
  list: { args: () => ["server"], schema: deploymentListItem },
  databases: { args: () => ["server"], schema: databaseRow },
  show: { args: () => ["server 1"], schema: deployment, isOne: true },
  history: { args: () => ["server 1"], schema: history, isOne: true },
  changes: { args: () => [], schema: change },
  outlook: { args: () => ["--all"], schema: memoryOutlook },
  targets: { args: () => [], schema: target },
  incidents: { args: () => [], schema: incident },
  check: { args: () => [], schema: incident },
  ack: { args: () => [incidentId, "-m", "We know"], schema: incidentDetail },
  rules: { args: () => [], schema: watchingRule },
  silence: { args: () => ["server 1", "--for", "1h", "-m", "Maintenance"], schema: silence },
};

test("OUT13 every command that prints objects is in this test", () => {
  expect(commands.filter(({ fields }) => fields).map(({ name }) => name)).toEqual(Object.keys(printed));
});

test.each(Object.entries(printed))(
  "OUT04 OUT13 %s --json has the API's objects by their schemas, and picks their fields",
  async (name, { args, schema, isOne }) => {
    const whole = await run([name, ...args(), "--json"]);
    expect(whole.code, whole.stderr).toBeLessThan(2);
    const document: unknown = JSON.parse(whole.stdout);
    const objects = (isOne ? [document] : document) as object[];
    expect(Array.isArray(objects)).toBe(true);
    for (const object of objects) schema.strict().parse(object);
    const known = Object.keys(schema.shape);
    const { fields = [] } = commands.find((one) => one.name === name) ?? {};
    expect(known).toEqual(expect.arrayContaining([...fields]));
    const [first = "", second = ""] = fields;
    const picked = await run([name, ...args(), `--json=${first},${second}`]);
    const some = JSON.parse(picked.stdout) as object | object[];
    for (const object of [some].flat()) expect(Object.keys(object)).toEqual([first, second]);
    const rows = await run([name, ...args(), "--ndjson"]);
    const read = rows.stdout
      .trimEnd()
      .split("\n")
      .filter((one) => one !== "");
    for (const object of read) schema.strict().parse(JSON.parse(object));
  },
);

test("OUT13 --json offers every field of the objects of a list", () => {
  const fieldsOf = (name: string) => commands.find((one) => one.name === name)?.fields?.toSorted();
  for (const [name, { schema }] of Object.entries(printed))
    if (name !== "ack") expect(fieldsOf(name), name).toEqual(Object.keys(schema.shape).toSorted());
});

test("OUT04 a file has the columns and cells of the web application's file", async () => {
  const answer = await call(world, "GET", "/deployments.csv", { key: secret });
  expect((await run(["list", "--csv"])).stdout).toBe(await answer.text());
  const rows = await call(world, "GET", "/databases.csv", { key: secret });
  expect((await run(["databases", "--csv"])).stdout).toBe(await rows.text());
});

test("OUT13 a table is cut to the width of the terminal, and piped it is whole", async () => {
  const whole = (await run(["incidents"])).stdout;
  expect(whole).toContain("critical\tMemory is nearly full in 30 deployments\t2026-03-01T12:01:00.000Z\t");
  for (const columns of [40, 80, 200]) {
    const { stdout } = await run(["incidents", "--no-color"], { terminal: { columns, rows: 90 } });
    for (const one of stdout.split("\n")) expect(one.length).toBeLessThanOrEqual(columns);
    expect(stdout).toMatch(/^SEVERITY +TITLE.*\ncritical +Memory is nearly/);
    expect(stdout.includes(incidentId)).toBe(columns === 200);
  }
});

test.each<[why: string, args: string[], env: Record<string, string>]>([
  ["NO_COLOR", [], { NO_COLOR: "1" }],
  ["TERM=dumb", [], { TERM: "dumb" }],
  ["--no-color", ["--no-color"], {}],
])("OUT13 no color with %s, and the words say as much", async (_, args, env) => {
  const terminal = { columns: 120, rows: 90 };
  const plain = (await run(["list", ...args], { env, terminal })).stdout;
  expect(plain).not.toContain("\u001b");
  expect(plain).toMatch(/server 2 +critical/);
  // The same command has colors otherwise, and never in a pipe.
  expect((await run(["list"], { terminal })).stdout).toContain("\u001b[31;1mcritical");
  expect((await run(["list"])).stdout).not.toContain("\u001b");
});

test("OUT13 a pager shows what is longer than a terminal, and nothing else", async () => {
  const short = { columns: 120, rows: 10 };
  expect(await run(["list"], { terminal: short })).toMatchObject({ stdout: "" });
  expect((await run(["list"], { terminal: short })).paged.split("\n")).toHaveLength(names.length + 2);
  expect((await run(["list", "--no-pager"], { terminal: short })).paged).toBe("");
  expect((await run(["list"], { terminal: { columns: 120, rows: 60 } })).paged).toBe("");
  expect((await run(["list"])).paged).toBe("");
});

test("OUT13 names are in their order on a terminal, and where nothing is found a person is told", async () => {
  const terminal = { columns: 120, rows: 90 };
  const { stdout } = await run(["list", "--columns", "name", "--no-header"], { terminal });
  expect(stdout.trimEnd().split("\n")).toEqual(names);
  expect(await run(["list", "nobody"], { terminal })).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "No deployment matches the filter.\n",
  });
  expect(await run(["list", "nobody", "--json"])).toMatchObject({ code: 0, stdout: "[]\n", stderr: "" });
});

test("OUT13 a closed pipe ends a list with 0 before its next page, and keeps the verdict of check", async () => {
  const before = api.calls.length;
  const closed = await run(["databases"], { closesAfter: 2 });
  expect(closed).toMatchObject({ code: 0, stderr: "" });
  expect(api.calls.length - before).toBe(1);
  expect((await run(["check"], { closesAfter: 0 })).code).toBe(1);
});
