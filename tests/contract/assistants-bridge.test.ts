import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  appWith,
  countTool,
  legacy,
  legacyMessage,
  modern,
  modernMessage,
  switchAssistants,
} from "../support/assistants.ts";
import { CommandLine, served } from "../support/command-line.ts";
import { createToken } from "../support/tokens.ts";
import { signUp, startWorld } from "../support/world.ts";

const world = await startWorld();
afterAll(() => world.stop());
const api = await served(world);
api.instead = (request) => {
  world.clock.advance(2_000);
  return appWith(world).fetch(request);
};
const owner = await signUp(world);
await switchAssistants(world, owner);
const { secret } = await createToken(world, owner, { scopes: ["read"] });
const env = { SHARDWATCH_URL: api.url, SHARDWATCH_TOKEN: secret };
const line = new CommandLine(env);

const folder = mkdtempSync(join(tmpdir(), "shardwatch-mcp-"));
const bundle = join(folder, "shardwatch.cjs");
beforeAll(() => {
  execFileSync(process.execPath, ["packages/cli/build.mjs", bundle]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [legacy, "legacy"],
  [modern, "auto"],
] as const)("OUT05 AMD18 an editor of revision %s asks through shardwatch mcp", async (version, mode) => {
  const client = new Client({ name: "editor", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bundle, "mcp"],
    env: { ...env, HOME: folder },
  });
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([countTool.name]);
  expect(await client.callTool({ name: countTool.name })).toMatchObject({
    structuredContent: { deployments: 3 },
  });
  await client.close();
});

test("OUT05 the program ends with its input, once all is answered, and writes messages alone", async () => {
  const child = spawn(process.execPath, [bundle, "mcp"], { env: { ...env, HOME: folder } });
  const asked = modernMessage({ method: "tools/call", params: { name: countTool.name }, id: 7 }).body;
  child.stdin.end(`${JSON.stringify(asked)}\n\n`);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").length).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ id: 7, result: { structuredContent: { deployments: 3 } } });
});

/** What the bridge writes for these lines. */
async function carried(lines: readonly unknown[], more: Record<string, string> = {}) {
  const input = lines.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`).join("");
  const { code, stdout, stderr } = await line.run(["mcp"], { input, env: more });
  const answers = stdout.split("\n").slice(0, -1);
  return { code, answers: answers.map((one) => JSON.parse(one) as Record<string, unknown>), stderr };
}

test("OUT05 what is no message is an error of JSON-RPC, and a notification has no answer", async () => {
  const { code, answers, stderr } = await carried([
    "{",
    "[]",
    { jsonrpc: "2.0", method: "notifications/initialized" },
    legacyMessage({ method: "nonsense", id: "a" }).body,
  ]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(answers).toEqual([
    { jsonrpc: "2.0", error: { code: -32_700, message: expect.any(String) } },
    { jsonrpc: "2.0", error: { code: -32_600, message: expect.any(String) } },
    { jsonrpc: "2.0", id: "a", error: { code: -32_601, message: expect.any(String) } },
  ]);
});

test("OUT05 a refusal of the API is an error that says why", async () => {
  const stranger = await signUp(world);
  const { secret: other } = await createToken(world, stranger);
  const ping = legacyMessage({ method: "ping" }).body;
  const { answers } = await carried([ping], { SHARDWATCH_TOKEN: other });
  expect(answers).toMatchObject([
    { id: 1, error: { code: -32_603, message: expect.stringContaining("Settings, Programs") } },
  ]);
  const ended = await carried([ping], { SHARDWATCH_TOKEN: `${secret.slice(0, -1)}!` });
  expect([ended.code, ended.answers]).toEqual([4, []]);
  const gone = await carried([ping], { SHARDWATCH_URL: "http://127.0.0.1:9" });
  expect(gone.answers).toMatchObject([
    { id: 1, error: { message: expect.stringContaining("refused the connection") } },
  ]);
});

test("OUT05 a request that is cancelled gets no answer, and others do", async () => {
  const came = Promise.withResolvers<undefined>();
  api.instead = async (request) => {
    if ((await request.clone().text()).includes('"id":1')) {
      came.resolve(undefined);
      return await new Promise<Response>(() => undefined);
    }
    return await appWith(world).fetch(request);
  };
  const ping = (id: number) => legacyMessage({ method: "ping", id }).body;
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const child = spawn(process.execPath, [bundle, "mcp"], { env: { ...env, HOME: folder } });
  child.stdin.write(`${JSON.stringify(ping(1))}\n`);
  await came.promise;
  child.stdin.end(`${JSON.stringify(cancel)}\n${JSON.stringify(ping(2))}\n`);
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect([code, stdout]).toEqual([0, '{"jsonrpc":"2.0","id":2,"result":{}}\n']);
});

test("OUT05 a server that lies says nothing but the answer to what was asked", async () => {
  const ping = legacyMessage({ method: "ping", id: 7 }).body;
  const fails = { jsonrpc: "2.0", id: 7, error: { code: -32_603, message: expect.any(String) } };
  for (const lie of [
    { jsonrpc: "2.0", id: 7, method: "sampling/createMessage", params: {} },
    { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
    { jsonrpc: "2.0", id: 8, result: {} },
    { jsonrpc: "2.0", id: 7, result: {}, error: {} },
  ]) {
    api.instead = () => Response.json(lie);
    expect((await carried([ping])).answers, JSON.stringify(lie)).toEqual([fails]);
  }
  api.instead = () => Response.json({ jsonrpc: "2.0", id: 1, result: {} });
  expect((await carried([{ jsonrpc: "2.0", method: "notifications/initialized" }])).answers).toEqual([]);
  api.instead = () => Response.json({ message: "x".repeat(100_000) }, { status: 403 });
  const [{ error } = {}] = (await carried([ping])).answers;
  expect((error as { message: string }).message.length).toBeLessThanOrEqual(400);
});

test("OUT05 the last line counts without an end", async () => {
  api.instead = (request) => appWith(world).fetch(request);
  const child = spawn(process.execPath, [bundle, "mcp"], { env: { ...env, HOME: folder } });
  child.stdin.end(JSON.stringify(legacyMessage({ method: "ping", id: 9 }).body));
  const [stdout] = await Promise.all([text(child.stdout), once(child, "close")]);
  expect(JSON.parse(stdout)).toMatchObject({ id: 9, result: {} });
});
