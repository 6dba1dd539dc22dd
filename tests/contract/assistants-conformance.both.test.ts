import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Tool } from "@shardwatch/core/assistants/tool";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appWith, countTool, legacy, modern, switchAssistants } from "../support/assistants.ts";
import { serve, type Served } from "../support/serve.ts";
import { casesOfTier } from "../support/tiers.ts";
import { createToken } from "../support/tokens.ts";
import { signUp, startWorld, type World } from "../support/world.ts";

/*
 * The official client of both revisions, and the official scenarios. The scenarios send no token: a proxy in front of the API
 * adds it, and leaves Host and Origin as they are.
 */

/** The suite asks for this tool, and wants it to fail. */
const failing: Tool = {
  ...countTool,
  name: "test_error_handling",
  answer: () => Promise.resolve({ failed: "This tool intentionally returns an error for testing." }),
};

let world: World;
let proxy: Served;
const folder = mkdtempSync(join(tmpdir(), "shardwatch-conformance-"));

beforeAll(async () => {
  world = await startWorld();
  const owner = await signUp(world);
  await switchAssistants(world, owner);
  const { secret } = await createToken(world, owner, { scopes: ["read"] });
  proxy = await serve(async (request) => {
    // The suite asks more than sixty times a minute.
    world.clock.advance(5_000);
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${secret}`);
    const body = request.method === "POST" ? { body: await request.text() } : {};
    // A page of this machine is our own one, for the suite.
    world.services.settings.webOrigin = proxy.url;
    return await appWith(world, [countTool, failing]).request("/mcp", {
      method: request.method,
      headers,
      ...body,
    });
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await proxy.stop();
  await world.stop();
});

test.each([
  [legacy, "legacy"],
  [modern, { pin: modern }],
  [modern, "auto"],
] as const)(
  "OUT05 AMD18 the official client of revision %s lists and calls tools (%s)",
  async (version, mode) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${proxy.url}/mcp`)));
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: "shardwatch" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([countTool.name, failing.name]);
    expect(await client.callTool({ name: countTool.name })).toMatchObject({
      structuredContent: { deployments: 3 },
    });
    expect(await client.callTool({ name: failing.name })).toMatchObject({ isError: true });
    await client.close();
  },
);

const program = join(
  createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
  "..",
  "dist",
  "index.js",
);

/**
 * Checks that fail for a server that has tools alone: they want the suite's own tools, prompts and resources. An entry that gets
 * well fails the test.
 */
const unfit: Readonly<Record<string, readonly string[]>> = {
  "server-stateless": [
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-missing-capability-http-400",
    "sep-2575-server-no-log-without-loglevel",
    "sep-2575-server-rejects-undeclared-capability",
  ],
  caching: [
    "sep-2549-prompts-list-caching-hints",
    "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
  ],
};

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
}

/** Plays a scenario. Returns its checks. */
async function play(scenario: string, version: string): Promise<Check[]> {
  const output = join(folder, `${scenario}-${version}`);
  const args = ["server", "--url", `${proxy.url}/mcp`, "--scenario", scenario, "--spec-version", version];
  await new Promise<void>((resolve) => {
    // It ends with 1 where a check fails.
    execFile(process.execPath, [program, ...args, "-o", output], () => resolve());
  });
  return globSync(join(output, "**/checks.json")).flatMap(
    (path) => JSON.parse(readFileSync(path, "utf8")) as Check[],
  );
}

/** Each starts a program. At the former revision, those of the second tier are answered by the same code. */
const scenarios = casesOfTier({
  first: [
    [modern, "tools-list"],
    [modern, "http-header-validation"],
    [modern, "dns-rebinding-protection"],
    [modern, "tools-call-error"],
    [modern, "server-stateless"],
    [modern, "caching"],
    [legacy, "server-initialize"],
  ],
  second: [
    [legacy, "tools-list"],
    [legacy, "tools-call-error"],
    [legacy, "dns-rebinding-protection"],
    [legacy, "ping"],
  ],
});

test.each(scenarios)(
  "OUT15 AMD18 at revision %s, the official scenario %s holds",
  async (version, scenario) => {
    const checks = await play(scenario, version);
    expect(checks.filter(({ status }) => status === "SUCCESS")).not.toEqual([]);
    const failed = checks.filter(({ status }) => status === "FAILURE");
    const known = unfit[scenario] ?? [];
    expect([...new Set(failed.map(({ id }) => id))].toSorted()).toEqual(known.toSorted());
  },
);
