import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type RedisServer, startRedisServer } from "../../packages/agent/test/redis-server.ts";

/** The costs of watching a real Redis, for the watcher and for Redis. */
export interface Costs {
  megabytes: number;
  /** Per report or scrape. */
  cpuMs: number;
  redisMicroseconds: number;
  commands: number;
  /** Bytes that Redis sent, to all clients. */
  bytesOut: number;
}

/** A real Redis with a number of idle connections. */
export async function redisWithClients(
  clients: number,
): Promise<{ redis: RedisServer; stop: () => Promise<void> }> {
  const everywhere = ["--bind", "0.0.0.0", "--protected-mode", "no"];
  const redis = await startRedisServer({
    args: ["--maxmemory", "200mb", "--maxclients", "12000", ...everywhere],
  });
  const sockets: net.Socket[] = [];
  for (let count = 0; count < clients; count += 1) {
    const socket = net.connect(redis.port, "127.0.0.1");
    socket.on("error", () => socket.destroy());
    sockets.push(socket);
    if (count % 200 === 0) await wait(20);
  }
  await wait(500);
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await redis.stop();
  };
  return { redis, stop };
}

/** The costs of a watcher while `work` makes it read. `work` returns the number of reads. */
export async function measure(
  redis: RedisServer,
  child: ChildProcess,
  work: () => Promise<number>,
): Promise<Costs> {
  const pid = child.pid ?? 0;
  await redis.cli("CONFIG", "RESETSTAT");
  const before = cpuTime(pid);
  const count = await work();
  const after = cpuTime(pid);
  const megabytes = memoryOf(pid);
  const info = await redis.cli("INFO", "all");
  const sent = Number(/total_net_output_bytes:(\d+)/.exec(info)?.[1]);
  let [microseconds, calls] = [0, 0];
  for (const [, name, number, usec] of info.matchAll(/cmdstat_([^:]+):calls=(\d+),usec=(\d+)/g)) {
    if (name === "config|resetstat") continue;
    calls += Number(number);
    microseconds += Number(usec);
  }
  return {
    megabytes,
    cpuMs: (after - before) / count,
    redisMicroseconds: microseconds / count,
    commands: calls / count,
    bytesOut: sent / count,
  };
}

/** Resident memory of a process in MB. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;

/** CPU time of all threads of a process in milliseconds, from the scheduler's accounting. */
export function cpuTime(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6;
}
