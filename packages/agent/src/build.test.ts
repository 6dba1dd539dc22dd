import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { buildExecutable } from "../packaging/executable.ts";
import { installedRuntime } from "../packaging/runtime.ts";
import { ownTarget } from "../packaging/targets.ts";
import { AgentProcess, commandOf, testKey } from "../test/agent-process.ts";
import { accepted, ApiServer } from "../test/api-server.ts";
import { startRedisServer } from "../test/redis-server.ts";
import type { RedisServer } from "../test/redis-server.ts";

const run = promisify(execFile);
const script = fileURLToPath(new URL("../build.mjs", import.meta.url));
const target = ownTarget();
const runtimeIsHere = target !== undefined && installedRuntime(target) !== undefined;
let folder = "";
let bundle = "";
let executable = "";
let redis: RedisServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shardwatch-build-"));
  bundle = join(folder, "shardwatch-agent.mjs");
  executable = join(folder, "shardwatch-agent");
  await run(process.execPath, [script, bundle]);
  if (target && runtimeIsHere) buildExecutable(bundle, target, executable);
  redis = await startRedisServer();
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true });
});

test("the bundle holds no schema library and no other Redis client: that would cost memory and trust", async () => {
  const text = await readFile(bundle, "utf8");
  expect(text.length).toBeLessThan(245_000);
  expect(text).not.toMatch(/ZodError|ioredis|node-redis|redis-parser/);
});

/** The same test for both forms of the release. Packaging runs all tests of main.ts against them. */
function provesItself(program: () => string): void {
  test("AGT01 it runs alone in a folder without packages, and tells the version of package.json", async () => {
    const [command, ...args] = commandOf(program());
    const { stdout } = await run(command, [...args, "--version"], { cwd: folder });
    expect(stdout).toBe(`${packageJson.version}\n`);
  });

  test("AGT01 AGT28 it names a wrong setting and ends with 1", async () => {
    const agent = await AgentProcess.start(["check"], "api: nowhere\n", {}, program());
    expect(await agent.exit()).toBe(1);
    expect(agent.stderr).toContain("api: is not a web address");
    await agent.stop();
  });

  test("AGT01 AGT33 it reports a real server and ends on SIGTERM with 0", async () => {
    const api = await ApiServer.start();
    api.answer = () => accepted(1);
    const deployment = `{name: orders, address: "127.0.0.1:${redis.port}"}`;
    const text = `api: ${api.address}\nkey: ${testKey}\ndeployments:\n  - ${deployment}\n`;
    const agent = await AgentProcess.start(["run"], text, {}, program());
    const { report } = await api.received(2);
    agent.signal("SIGTERM");
    expect(await agent.exit()).toBe(0);
    expect(report.agent.version).toBe(packageJson.version);
    expect(report.deployments).toMatchObject([{ key: "orders", status: "active" }]);
    await agent.stop();
    await api.stop();
  });
}

describe("the bundle", () => provesItself(() => bundle));

const why = target
  ? `not tested here: npm did not install the optional package ${target.runtime}`
  : `not built for ${process.platform}-${process.arch}`;
describe.skipIf(!runtimeIsHere)(`the executable${runtimeIsHere ? "" : ` (${why})`}`, () =>
  provesItself(() => executable),
);
