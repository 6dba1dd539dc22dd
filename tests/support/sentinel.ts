import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { patience } from "./patience.ts";
import { ownPort } from "./ports.ts";
import { engine, type RedisServer, stopProcess } from "../../packages/agent/test/redis-server.ts";

const run = promisify(execFile);

/** Starts a real Sentinel that manages the primary at a port under the name "main". */
export async function startSentinel(
  primaryPort: number,
  cleanups: (() => unknown)[],
): Promise<Pick<RedisServer, "cli">> {
  const port = await ownPort();
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-sentinel-"));
  const file = join(folder, "sentinel.conf");
  const rules = [
    `port ${port}`,
    "bind 127.0.0.1",
    `dir ${folder}`,
    `sentinel monitor main 127.0.0.1 ${primaryPort} 1`,
    "sentinel down-after-milliseconds main 2000",
    "sentinel failover-timeout main 5000",
  ];
  writeFileSync(file, `${rules.join("\n")}\n`);
  const { server, cli } = engine();
  const child = spawn(server, [file, "--sentinel"], { stdio: "ignore" });
  cleanups.push(async () => {
    await stopProcess(child);
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async (...words: string[]) =>
    (await run(cli, ["-p", `${port}`, ...words], { timeout: patience })).stdout.trimEnd();
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    const answer = await ask("PING").catch(() => "");
    if (answer === "PONG") {
      // It asks the servers every ten seconds, and demotes a former primary after eight. Redis 7 can change that.
      await ask("SENTINEL", "DEBUG", "INFO-PERIOD", "300").catch(() => undefined);
      await ask("SENTINEL", "DEBUG", "PUBLISH-PERIOD", "300").catch(() => undefined);
      return { cli: ask };
    }
    await wait(50);
  }
  throw new Error("the Sentinel did not answer within a minute");
}
