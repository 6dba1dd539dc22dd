import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testKey } from "../../packages/agent/test/agent-process.ts";
import { accepted, ApiServer } from "../../packages/agent/test/api-server.ts";
import { documentedRights, stopProcess } from "../../packages/agent/test/redis-server.ts";
import { measure, redisWithClients } from "./costs.ts";
import type { Figure } from "./table.ts";

/** Of the interval of production, sixty seconds each. */
const intervals = 2;

/** P23: the load on a real Redis of an agent with the interval of production, while the server stays up. */
export async function load(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-bench-"));
  const bundle = join(folder, "agent.mjs");
  const built = spawnSync(process.execPath, ["packages/agent/build.mjs", bundle]);
  if (built.status !== 0) throw new Error(`the agent could not be bundled: ${built.stderr.toString()}`);
  const { redis, stop } = await redisWithClients(100);
  await redis.cli("ACL", "SETUSER", "watcher", "on", ">watching", ...documentedRights);
  const api = await ApiServer.start();
  api.answer = () => accepted(60);
  const config = join(folder, "agent.yaml");
  writeFileSync(
    config,
    `api: ${api.address}\nkey: ${testKey}\ndeployments:\n` +
      `  - {name: bench, address: "127.0.0.1:${redis.port}", username: watcher, password: watching}\n`,
  );
  const child = spawn(process.execPath, [bundle, "run", "--config", config], { stdio: "ignore" });
  try {
    await api.received(1, 60_000);
    const costs = await measure(redis, child, async () => {
      await api.received(1 + intervals, (1 + intervals) * 60_000);
      return intervals;
    });
    const row = (metric: string, reference: string, ours: string, ratio: number, goal: number): Figure => ({
      metric: `P23 ${metric}`,
      reference: `BetterDB ${reference}`,
      ours,
      ratio,
      goal,
    });
    const kilobytes = costs.bytesOut / 1_000;
    return [
      row("commands a minute on a watched Redis", "137", costs.commands.toFixed(1), costs.commands, 1),
      row(
        "Redis time a minute, µs",
        "7,100",
        costs.redisMicroseconds.toFixed(0),
        costs.redisMicroseconds,
        110,
      ),
      row("bytes from Redis a minute, KB", "372", kilobytes.toFixed(1), kilobytes, 6),
    ];
  } finally {
    await stopProcess(child);
    await api.stop();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
