import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { unseenIn } from "@shardwatch/core/kit/foreign-text";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { CommandLine, served } from "../support/command-line.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const owner = await signUp(world);
const { compositeKey } = await createKey(world, owner, "Agents");
const { secret } = await createToken(world, owner, { scopes: ["read"] });
const line = new CommandLine({ SHARDWATCH_URL: api.url, SHARDWATCH_TOKEN: secret }, world.clock.now);
const count = hostileTexts.length;

beforeAll(async () => {
  const report = reportOf(
    world,
    hostileTexts.map((text, index) => reported(`key${index}`, { name: text, statusMessage: text })),
  );
  const answer = await send(world, compositeKey, report);
  expect(answer.status, await answer.clone().text()).toBe(202);
});

const get = async (path: string, accept = "*/*") => {
  const answer = await call(world, "GET", path, { key: secret, headers: { accept } });
  expect(answer.status).toBe(200);
  return await answer.text();
};

test("R24 a spreadsheet gets 200 hostile names as texts: one row each, and no formula", async () => {
  const rows = parse(await get("/deployments.csv"), { columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(count);
  for (const cell of rows.flatMap((row) => Object.values(row))) {
    expect(cell).not.toMatch(/^["\p{Zs}]*[=+\-@\uff1d]/u);
    expect(unseenIn(cell)).toBeUndefined();
  }
});

test.each(["application/openmetrics-text; version=1.0.0", "text/plain"])(
  "R24 metrics have 200 hostile names as labels, and no line or label that a name has made: %s",
  async (accept) => {
    const lines = (await get("/metrics", accept)).trimEnd().split("\n");
    const sample = /^shardwatch_\w+(\{(\w+="(\\[\\"n]|[^"\\\n])*",?)+\})? -?[\d.e+-]+$/;
    const comment = /^# ((TYPE|UNIT|HELP) shardwatch_\w+ .+|EOF)$/;
    expect(lines.filter((one) => !sample.test(one) && !comment.test(one))).toEqual([]);
    expect(lines.filter((one) => one === "# EOF").length).toBe(accept.startsWith("text") ? 0 : 1);
    const infos = lines.filter((one) => one.startsWith("shardwatch_deployment_info{"));
    expect(infos).toHaveLength(count);
    for (const info of infos) expect(unseenIn(info)).toBeUndefined();
  },
);

/** The list as a server would answer it that cleans nothing. */
async function answerRaw(): Promise<DeploymentList> {
  const list = JSON.parse(await get("/deployments")) as DeploymentList;
  const deployments = list.deployments.map((one, index) => {
    const text = hostileTexts[index] ?? "";
    return { ...one, name: text, status: text, statusMessage: text, databases: [] };
  });
  const body = JSON.stringify({ deployments });
  api.instead = (request) =>
    new URL(request.url).pathname === "/deployments"
      ? new Response(body, { headers: { "content-type": "application/json" } })
      : undefined;
  return { deployments };
}

test("R24 OUT13 200 hostile names can't steer a terminal, add a line or a cell, and JSON has them exactly", async () => {
  const { deployments } = await answerRaw();
  const columns = ["--columns", "id,name,status"];
  const piped = (await line.run(["list", ...columns])).stdout.trimEnd().split("\n");
  expect(piped).toHaveLength(count + 1);
  for (const one of piped) {
    expect(one.split("\t")).toHaveLength(3);
    expect(unseenIn(one.replaceAll("\t", " "))).toBeUndefined();
  }
  const terminal = { columns: 100, rows: 5 };
  for (const args of [["list"], ["list", ...columns], ["list", "--no-pager"]]) {
    const { stdout, paged } = await line.run([...args, "--no-color"], { terminal });
    expect(`${stdout}${paged}`.trimEnd().split("\n")).toHaveLength(count + 1);
    for (const one of `${stdout}${paged}`.split("\n")) expect(unseenIn(one)).toBeUndefined();
  }
  for (const form of ["--json", "--ndjson"]) {
    const { stdout } = await line.run(["list", form]);
    for (const one of stdout.split("\n")) expect(unseenIn(one)).toBeUndefined();
    const lines = stdout.trimEnd().split("\n");
    const read: unknown =
      form === "--json" ? JSON.parse(stdout) : lines.map((one) => JSON.parse(one) as unknown);
    expect(read).toEqual(deployments);
  }
  const file = (await line.run(["list", "--csv"])).stdout;
  const rows = parse(file, { columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(count);
  for (const { name = "" } of rows) expect(name).not.toMatch(/^["\p{Zs}]*[=+\-@\uff1d]/u);
  for (const one of file.split("\r\n")) expect(unseenIn(one)).toBeUndefined();
});

test("R24 OUT13 what a server says about an error can't steer a terminal either", async () => {
  for (const text of hostileTexts) {
    const body = JSON.stringify({ code: text, message: text, details: [text], requestId: text });
    api.instead = () => new Response(body, { status: 403, headers: { "content-type": "application/json" } });
    const { stderr } = await line.run(["list"]);
    const lines = stderr.split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([3, ""]);
    for (const one of lines) expect(unseenIn(one)).toBeUndefined();
  }
});
