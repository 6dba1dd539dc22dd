import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Secret } from "@shardwatch/core/kit/secret";
import { type Child, startChild } from "@shardwatch/server/machine/child";
import { freePort, host } from "@shardwatch/server/machine/ports";
import { fillRedis, ping } from "./redis-client.ts";

export interface DemoRedis {
  port: number;
  /** The user that the agent signs in as: it may run the documented commands and nothing else. */
  agentUser: string;
  agentPassword: Secret;
  stop(): Promise<void>;
}

/** Rights of the agent's user, as the documentation of the agent gives them. */
const agentRights =
  "resetkeys resetchannels -@all +ping +info +config|get +client|list +memory|stats +memory|doctor " +
  "+latency|latest +latency|doctor";
const startDeadlineMs = 10_000;

/** Whether this machine has a redis-server. */
export function hasRedis(): boolean {
  return spawnSync("redis-server", ["--version"], { timeout: 5_000 }).status === 0;
}

/**
 * Starts a real redis-server with a memory limit and some data.
 * @param folder where it keeps its configuration
 */
export async function startDemoRedis(folder: string, megabytes = 20): Promise<DemoRedis> {
  const port = await freePort();
  const password = randomBytes(18).toString("base64url");
  const agentUser = "shardwatch-agent";
  const agentPassword = randomBytes(18).toString("base64url");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "redis.conf");
  const lines = [
    `bind ${host}`,
    `port ${port}`,
    `dir "${folder}"`,
    'save ""',
    "maxmemory 64mb",
    "maxmemory-policy allkeys-lru",
    `user default on >${password} ~* &* +@all`,
    `user ${agentUser} on >${agentPassword} ${agentRights}`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  const child = startChild({ command: "redis-server", args: [file] });
  try {
    await waitUntilItAnswers(port, password, child);
    await fillRedis(port, password, megabytes);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { port, agentUser, agentPassword: new Secret(agentPassword), stop: () => child.stop() };
}

async function waitUntilItAnswers(port: number, password: string, child: Child): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    if (child.hasEnded()) throw new Error(`redis-server ended at its start: ${child.lastLines()}`);
    if (await ping(port, password)) return;
    await sleep(25);
  }
  throw new Error(`redis-server did not answer within ${startDeadlineMs / 1_000} seconds`);
}
