import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { casesOfTier } from "../../../tests/support/tiers.ts";
import { cleanUpAfterEach } from "../test/cleanups.ts";
import { AgentProcess, testKey } from "../test/agent-process.ts";
import { ApiServer } from "../test/api-server.ts";
import type { ApiAnswer } from "../test/api-server.ts";
import { documentedRights, startRedisServer } from "../test/redis-server.ts";
import type { RedisServer } from "../test/redis-server.ts";

const cleanups = cleanUpAfterEach();

const password = "Sesame-0pen-up";
const ready = "Everything is ready.";

async function startBoth(): Promise<{ api: ApiServer; redis: RedisServer; configuration: string }> {
  const api = await ApiServer.start();
  cleanups.push(() => api.stop());
  const redis = await startRedisServer({ args: ["--maxmemory", "64mb"] });
  cleanups.push(() => redis.stop());
  await redis.cli("ACL", "SETUSER", "agent", "on", `>${password}`, ...documentedRights);
  const deployment = `name: orders, address: "127.0.0.1:${redis.port}", username: agent, password: ${password}`;
  const configuration = `api: ${api.address}\nkey: ${testKey}\ndeployments:\n  - {${deployment}}\n`;
  return { api, redis, configuration };
}

async function check(configuration: string): Promise<{ code: number | null; output: string }> {
  const agent = await AgentProcess.start(["check"], configuration);
  cleanups.push(() => agent.stop());
  const code = await agent.exit();
  for (const secret of [password, testKey]) expect(agent.stdout + agent.stderr).not.toContain(secret);
  return { code, output: agent.stdout };
}

test("AGT33 check says what works, what is missing and how to grant it", async () => {
  const { api, redis, configuration } = await startBoth();
  const good = await check(configuration);
  expect(good.code).toBe(0);
  expect(good.output).toContain("key: ok, the API accepts it");
  expect(good.output).toContain(`address      127.0.0.1:${redis.port}\n`);
  expect(good.output).toMatch(/INFO +allowed/);
  expect(good.output).toMatch(/memory limit 64.00 MiB/);
  expect(good.output).toContain(ready);
  expect(api.emptyReports).toEqual([`Bearer ${testKey}`]);
  expect(api.reports).toHaveLength(0);

  await redis.cli("ACL", "SETUSER", "agent", "-info");
  await api.stop();
  const missing = await check(configuration);
  expect(missing.code).toBe(1);
  expect(missing.output).toMatch(/INFO +refused \(NOPERM\)/);
  expect(missing.output).toContain("ACL SETUSER agent +info");
  expect(missing.output).toContain("NOT reachable (ECONNREFUSED");
  expect(missing.output).toContain("could NOT be verified");
});

const strangers = casesOfTier<[string, ApiAnswer, string][]>({
  first: [
    ["a web application's page", { status: 200, body: "<!doctype html>" }, "is not the Shardwatch API"],
  ],
  second: [
    ["JSON of somebody else", { status: 200, body: {} }, "is this the web application's address?"],
    ["404", { status: 404 }, "NOT ok, it answered 404 to GET /health"],
  ],
});

test.each(strangers)(
  "AGT33 check is not ready when %s answers at the API's address, and keeps the key from it",
  async (...row) => {
    const [, answer, words] = row;
    const { api, configuration } = await startBoth();
    api.health = answer;
    const { code, output } = await check(configuration);
    expect(code).toBe(1);
    expect(output).toContain(words);
    expect(output).not.toContain(ready);
    expect(api.emptyReports).toEqual([]);
  },
);

const refusals = casesOfTier<[ApiAnswer, string][]>({
  first: [[{ status: 401 }, "key: NOT ok, the API rejects it: it is revoked or wrong"]],
  second: [
    [{ status: 503 }, "it could NOT be verified (the API answered 503)"],
    [{ status: 202 }, "it could NOT be verified (the API answered 202)"],
    [{ status: 0, cut: true }, "it could NOT be verified (ECONNRESET"],
  ],
});

test.each(refusals)("AGT30 AGT33 check is not ready when the key gets %o", async (answer, words) => {
  const { api, configuration } = await startBoth();
  api.emptyReport = answer;
  const { code, output } = await check(configuration);
  expect(code).toBe(1);
  expect(output).toContain(words);
  expect(output).not.toContain(ready);
});

test.runIf(process.platform !== "win32")(
  "AGT31 AGT33 check and the log of a run warn of secrets that others can read, in one line",
  async () => {
    const { api, configuration } = await startBoth();
    const warning =
      "other users of this host may have access to the secrets of key, deployments[0].password.";
    const { code, output } = await check(configuration);
    expect(code).toBe(0);
    expect(output.split("\n").filter((line) => line.startsWith(`warning: ${warning}`))).toHaveLength(1);
    const agent = await AgentProcess.start(["run"], configuration);
    cleanups.push(() => agent.stop());
    await agent.logged(({ level, event }) => level === "warn" && String(event).startsWith(warning));
    await api.received(1);
    expect(agent.log.filter(({ event }) => String(event).startsWith(warning))).toHaveLength(1);
  },
);

test("check ends without a word when the reader of its output has gone", async () => {
  const { configuration } = await startBoth();
  const folder = await mkdtemp(join(tmpdir(), "shardwatch-pipe-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  const file = join(folder, "agent.yaml");
  await writeFile(file, configuration);
  const entry = fileURLToPath(new URL("main.ts", import.meta.url));
  const line = '{ "$0" "$1" check --config "$2"; echo "code $?" >&2; } | true';
  const { stderr } = await promisify(execFile)("sh", ["-c", line, process.execPath, entry, file]);
  expect(stderr).toBe("code 1\n");
});
