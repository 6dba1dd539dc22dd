import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Secret } from "@shardwatch/core/kit/secret";
import { type Child, startChild } from "@shardwatch/server/machine/child";
import { freePort, host } from "@shardwatch/server/machine/ports";

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
const commandDeadlineMs = 10_000;

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

/** A command as Redis reads it: an array of bulk strings. */
function command(...words: string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join("")}`;
}

/**
 * Sends commands that each answer one line and returns those lines. Throws when Redis says no or is silent.
 */
async function send(port: number, commands: string[]): Promise<string[]> {
  const socket = connect({ port, host, signal: AbortSignal.timeout(commandDeadlineMs) });
  socket.setEncoding("utf8");
  try {
    await once(socket, "connect");
    socket.write(commands.join(""));
    let answer = "";
    for await (const chunk of socket) {
      answer += String(chunk);
      const lines = answer.split("\r\n").slice(0, -1);
      const refusal = lines.find((line) => line.startsWith("-"));
      if (refusal) throw new Error(`redis-server refused: ${refusal.slice(1)}`);
      if (lines.length >= commands.length) return lines;
    }
    throw new Error("redis-server closed the connection");
  } finally {
    socket.destroy();
  }
}

/** Whether the server is up and takes the password. */
export async function ping(port: number, password: string): Promise<boolean> {
  return await send(port, [command("AUTH", password), command("PING")]).then(
    (lines) => lines[1] === "+PONG",
    () => false,
  );
}

/** Writes about that many megabytes, always the same keys. */
async function fillRedis(port: number, password: string, megabytes: number): Promise<void> {
  const value = "shardwatch ".repeat(940); // with its overhead about ten kilobytes
  for (let megabyte = 0; megabyte < megabytes; megabyte += 1) {
    const keys = Array.from({ length: 100 }, (_, index) => `demo:${megabyte}:${index}`);
    await send(port, [command("AUTH", password), ...keys.map((key) => command("SET", key, value))]);
  }
}
