import type { RuleList } from "@shardwatch/core/contract/incident/rule-list";
import type { Silence } from "@shardwatch/core/contract/incident/silence";
import { afterEach, expect, test } from "vitest";
import { applying } from "../support/apply.ts";
import { served } from "../support/command-line.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const api = await served(world);

afterEach(() => {
  api.instead = () => undefined;
});

const file = `
rules:
  - { name: Nearly full, when: util>80, worse: util>90, channels: [Admins by email] }
  - { name: A quiet one, when: "tls:no", channels: [] }
  - { builtIn: memory-full, for: 10 }
`;

test("RUL04 OUT04 rules lists own rules first, then built-in ones, and marks those that are changed", async () => {
  const { apply, ask, line } = await applying(world, api);
  await apply(file);
  const { code, stdout } = await line.run(["rules"]);
  const { rules } = (await ask("GET", "/rules")) as RuleList;
  const [header, ...rows] = stdout.trimEnd().split("\n");
  expect([code, header]).toEqual([0, "NAME\tKIND\tSEVERITIES\t30 DAYS\tSENT TO\tCONDITION\tID"]);
  expect(rows).toHaveLength(rules.length);
  expect(rows.slice(0, 2).map((row) => row.split("\t").slice(0, 5))).toEqual([
    ["A quiet one", "own", "warning", "0", "nobody"],
    ["Nearly full", "own", "critical, warning", "0", "Admins by email"],
  ]);
  expect(rows.filter((row) => row.includes("\tchanged\t")).map((row) => row.split("\t").at(-1))).toEqual([
    "memory-full",
  ]);
  expect(rows.filter((row) => row.includes("\tbuilt-in\t"))).toHaveLength(rules.length - 3);
  for (const [index, { id, condition }] of rules.entries())
    expect(rows[index]?.split("\t").slice(5)).toEqual([condition, id]);
  expect(JSON.parse((await line.run(["rules", "--json"])).stdout)).toEqual(rules);
});

test("RUL04 OUT13 rules needs the scope to read, says where numbers are partial, and no name steers a terminal", async () => {
  const [reader, writer] = [
    await applying(world, api, { scopes: ["read"] }),
    await applying(world, api, { scopes: ["rules"] }),
  ];
  expect((await reader.line.run(["rules"])).code).toBe(0);
  expect(await writer.line.run(["rules"])).toMatchObject({ code: 1, stdout: "" });
  const { rules } = (await reader.ask("GET", "/rules")) as RuleList;
  const hostile = hostileTexts.map((name, index) => ({
    ...rules[0],
    id: `rul_${index}`,
    name,
    condition: name,
  }));
  api.instead = () => Response.json({ rules: hostile, isPartial: true });
  const listed = await reader.line.run(["rules"]);
  expect(listed.stderr).toBe("More incidents opened than were counted: the numbers are at least these.\n");
  for (const row of listed.stdout.trimEnd().split("\n"))
    expect(row.replaceAll(/\t|\u200d|\u200c/g, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect((await reader.line.run(["rules", "--ndjson"])).stderr).toBe("");
});

test("OUT04 silence takes an own rule by its name or its id, and shows it by its name", async () => {
  const { apply, ask, line } = await applying(world, api);
  await apply(file);
  const [quiet, full] = ((await ask("GET", "/rules")) as RuleList).rules;
  for (const given of ["nearly FULL", quiet?.id ?? "", "silent"])
    expect((await line.run(["silence", "--rule", given, "--for", "1h", "-m", "Known"])).code, given).toBe(0);
  const { silences } = (await ask("GET", "/silences")) as { silences: Silence[] };
  expect(new Set(silences.map(({ scope }) => "rule" in scope && scope.rule))).toEqual(
    new Set([full?.id, quiet?.id, "silent"]),
  );
  const { stdout } = await line.run(["silence", "--columns", "covers"]);
  expect(stdout.trimEnd().split("\n").toSorted()).toEqual([
    "COVERS",
    "rule A quiet one",
    "rule Nearly full",
    "rule silent",
  ]);
  const before = api.calls.length;
  expect(await line.run(["silence", "--rule", "Nearly ful", "--for", "1h", "-m", "x"])).toMatchObject({
    code: 1,
    stderr: "shardwatch: There is no rule “Nearly ful”. Did you mean Nearly full?\n",
  });
  expect(api.calls.slice(before)).toEqual(["GET /rules"]);
});

test("OUT13 a token that may silence and not read takes built-in rules and ids, and shows ids", async () => {
  const all = await applying(world, api);
  await all.apply(file);
  const [quiet] = ((await all.ask("GET", "/rules")) as RuleList).rules;
  const { line } = await applying(world, api, { owner: all.owner, scopes: ["incidents"] });
  const words = ["--for", "1h", "-m", "Known"];
  expect((await line.run(["silence", "--rule", quiet?.id ?? "", ...words])).stdout).toContain(
    `rule ${quiet?.id}`,
  );
  expect((await line.run(["silence", "--rule", "unwell", ...words])).code).toBe(0);
  expect((await line.run(["silence", "--rule", "Nearly full", ...words])).code).toBe(1);
});
