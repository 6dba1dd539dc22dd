import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { AgentProcess, testKey } from "./agent-process.ts";
import { ApiServer } from "./api-server.ts";
import { cleanUpAfterEach } from "./cleanups.ts";
import { startRedisServer } from "./redis-server.ts";
import type { RedisServer } from "./redis-server.ts";
import { runAgent } from "./run-agent.ts";

/** The API may be back for up to a minute before the agent tries again. */
export const patience = 75_000;

/** Agents of a real server, and the command that shows their health. Each test has a folder of its own. */
export function healthPlace() {
  const cleanups = cleanUpAfterEach();
  const place = { folder: "", file: "", startApi, startAgent, health, healthBecomes };
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.stop());
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-health-"));
    Object.assign(place, { folder, file: join(folder, "agent.health") });
    cleanups.push(() => rmSync(folder, { recursive: true }));
  });

  async function startApi(port = 0): Promise<ApiServer> {
    const api = await ApiServer.start(undefined, port);
    cleanups.push(() => api.stop());
    return api;
  }

  /** An agent without a configuration file. */
  async function startAgent(api: string): Promise<AgentProcess> {
    const agent = await AgentProcess.start(["run"], undefined, {
      SHARDWATCH_API: api,
      SHARDWATCH_KEY: testKey,
      SHARDWATCH_HEALTH_FILE: place.file,
      REDIS_NAME: "orders",
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    });
    cleanups.push(() => agent.stop());
    return agent;
  }

  function health(...words: string[]) {
    return runAgent(["health", ...words], { SHARDWATCH_HEALTH_FILE: place.file });
  }

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

  return place;
}
