import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@shardwatch/server/machine/ports";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AgentProcess, testKey } from "../test/agent-process.ts";
import { accepted, ApiServer } from "../test/api-server.ts";
import { cleanUpAfterEach } from "../test/cleanups.ts";
import { startRedisServer } from "../test/redis-server.ts";
import type { RedisServer } from "../test/redis-server.ts";
import { runAgent } from "../test/run-agent.ts";

const cleanups = cleanUpAfterEach();
let redis: RedisServer;
let folder: string;
let file: string;
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-health-"));
  file = join(folder, "agent.health");
  cleanups.push(() => rmSync(folder, { recursive: true }));
});

async function startApi(port = 0): Promise<ApiServer> {
  const api = await ApiServer.start(undefined, port);
  cleanups.push(() => api.stop());
  return api;
}

/** An agent without a configuration file. */
async function startAgent(api: string, healthFile = file): Promise<AgentProcess> {
  const agent = await AgentProcess.start(["run"], undefined, {
    SHARDWATCH_API: api,
    SHARDWATCH_KEY: testKey,
    SHARDWATCH_HEALTH_FILE: healthFile,
    REDIS_NAME: "orders",
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  });
  cleanups.push(() => agent.stop());
  return agent;
}

const health = (...words: string[]) => runAgent(["health", ...words], { SHARDWATCH_HEALTH_FILE: file });

/** The API may be back for up to a minute before the agent tries again. */
const patience = 75_000;

/** Asks until the answer begins so. Its first digit is the exit code. */
async function healthBecomes(begin: string): Promise<string> {
  const deadline = Date.now() + patience;
  for (;;) {
    const { code, stdout } = await health();
    const answer = `${code} ${stdout}`;
    if (answer.startsWith(begin)) return answer;
    if (Date.now() > deadline) throw new Error(`still: ${answer}`);
    await wait(200);
  }
}

test("SLF06 an agent that reports is healthy until it is stopped, and leaves one small file", async () => {
  const api = await startApi();
  // A link that somebody put there is replaced, not followed.
  const planted = join(folder, "planted");
  writeFileSync(planted, "unchanged");
  symlinkSync(planted, file);
  const agent = await startAgent(api.address);
  await agent.logged(({ event }) => event === "report accepted");
  const { code, stdout, stderr } = await health();
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^healthy: the last report was accepted \d+ s ago\.\n$/);
  expect(code).toBe(0);
  expect(await health("--live")).toEqual({ code: 0, stdout: "alive.\n", stderr: "" });
  expect(readFileSync(planted, "utf8")).toBe("unchanged");
  expect(statSync(file).size).toBeLessThan(300);
  expect(readFileSync(file, "utf8")).not.toContain(testKey.slice(-20));
  agent.signal("SIGTERM");
  expect(await agent.exit()).toBe(0);
  expect(existsSync(file)).toBe(false);
  const after = await health();
  expect(after.code).toBe(1);
  expect(after.stdout).toBe(`not healthy: the health file ${file} does not exist. Is the agent running?\n`);
});

test("SLF06 before the API is there, the agent is alive and not healthy", async () => {
  await startAgent(`http://127.0.0.1:${await freePort()}`);
  const none = "1 not healthy: no report was accepted yet. The API could not";
  expect(await healthBecomes(none)).toBe(`${none} be reached: ECONNREFUSED.\n`);
  const alive = await health("--live");
  expect(alive.stdout).toMatch(/^alive\. The API could not be reached/);
  expect(alive.code).toBe(0);
});

test(
  "SLF06 while the API is down the agent is alive and not healthy, and recovers with it",
  async () => {
    const port = await freePort();
    const api = await startApi(port);
    api.answer = () => accepted(1);
    await startAgent(api.address);
    await healthBecomes("0 healthy: the last");
    // Three intervals of a second are soon over.
    await api.stop();
    expect(await healthBecomes("1 not healthy: the last")).toMatch(
      /accepted \d+ s ago\. The API could not be/,
    );
    expect((await health("--live")).code).toBe(0);
    await startApi(port);
    await healthBecomes("0 healthy: the last");
  },
  2 * patience,
);

test("SLF06 a rejected key is not healthy, and a restart would not help", async () => {
  const api = await startApi();
  api.answer = () => ({ status: 401 });
  await startAgent(api.address);
  const rejected = "1 not healthy: no report was accepted yet. The API rejected the key.\n";
  expect(await healthBecomes(rejected)).toBe(rejected);
  expect((await health("--live")).code).toBe(0);
});

test("SLF06 an agent that cannot write the file says so once, and reports all the same", async () => {
  const api = await startApi();
  api.answer = () => accepted(1);
  // A file where a folder should be is not writable for anybody, not even for root.
  writeFileSync(join(folder, "occupied"), "");
  file = join(folder, "occupied", "agent.health");
  const agent = await startAgent(api.address);
  await api.received(2);
  const said = agent.log.filter(({ event }) => event === "the health file cannot be written");
  expect(said).toMatchObject([{ level: "warn", file, code: "ENOTDIR" }]);
  expect((await health()).code).toBe(1);
});

test("SLF06 health reads where the file is, and no secret", async () => {
  const config = join(folder, "agent.yaml");
  writeFileSync(config, "healthFile: agent.health\nkeyFile: /no/such/file\n");
  const mark = { version: 1, startedAt: 1, nextTryAt: 1, acceptedAt: 1, intervalSeconds: 60, failure: null };
  writeFileSync(file, JSON.stringify(mark));
  const [old, dead, unset] = await Promise.all([
    runAgent(["health", "--config", config]),
    runAgent(["health", "--live", "--config", config]),
    runAgent(["health"]),
  ]);
  expect(old.stdout).toMatch(/^not healthy: the last report was accepted \d+ h ago\.\n$/);
  expect(old.code).toBe(1);
  expect(dead.stdout).toMatch(/^not alive: a report was due \d+ h ago, and none was tried\.\n$/);
  expect(dead.code).toBe(1);
  writeFileSync(config, "healthFile: [\n");
  expect((await runAgent(["health", "--config", config])).stderr).toContain("is not YAML at line");
  expect(unset).toMatchObject({ code: 2, stdout: "" });
  expect(unset.stderr).toContain("Set SHARDWATCH_HEALTH_FILE");
});

test("MND10 health of a pipe, of a device and of a link to one ends with a sentence", async () => {
  const [pipe, link] = [join(folder, "pipe"), join(folder, "link")];
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  symlinkSync("/dev/zero", link);
  const asked = [pipe, "/dev/zero", link].map(async (path) => {
    const { code, stdout } = await runAgent(["health"], { SHARDWATCH_HEALTH_FILE: path });
    return [code, stdout.replace(`not healthy: the health file ${path} `, "")];
  });
  const noFile = [1, "is a pipe or a device, and must be a file. Is the agent running?\n"];
  const noLink = [1, "is a link, and must be a file. Is the agent running?\n"];
  expect(await Promise.all(asked)).toEqual([noFile, noFile, noLink]);
});
