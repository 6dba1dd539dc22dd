import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { testKey } from "../../packages/agent/test/agent-process.ts";
import { accepted, ApiServer } from "../../packages/agent/test/api-server.ts";
import { makeCertificates } from "../../packages/agent/test/certificates.ts";
import {
  documentedRights,
  freePort,
  type RedisServer,
  startRedisServer,
  stopProcess,
} from "../../packages/agent/test/redis-server.ts";
import type { Figure } from "./table.ts";

const reports = 30;
const exporter = "prometheus-redis-exporter";

interface Costs {
  megabytes: number;
  /** For one report or scrape. */
  cpuMs: number;
  redisMicroseconds: number;
  commands: number;
}

/** P9 and P10: the agent beside redis_exporter, both reading one real Redis once a second. */
export async function agent(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-bench-"));
  const bundle = join(folder, "agent.mjs");
  const built = spawnSync(process.execPath, ["packages/agent/build.mjs", bundle]);
  if (built.status !== 0) throw new Error(`the agent could not be bundled: ${built.stderr.toString()}`);
  try {
    const few = await agentCosts(folder, bundle, 0);
    const many = await agentCosts(folder, bundle, 2_000);
    const most = await agentCosts(folder, bundle, 9_000);
    const beside = spawnSync(exporter, ["--version"]).error ? undefined : await exporterCosts(2_000);
    return figures(few, many, most, beside);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figures(few: Costs, many: Costs, most: Costs, beside: Costs | undefined): Figure[] {
  const row = (metric: string, reference: string, ours: string, ratio: number, goal: number): Figure => ({
    metric,
    reference,
    ours,
    ratio,
    goal,
  });
  const comparison = beside
    ? [
        row(
          "P9 agent memory",
          `redis_exporter ${mb(beside)}`,
          mb(many),
          many.megabytes / beside.megabytes,
          4.5,
        ),
        row(
          "P9 agent CPU per report, TLS push",
          `redis_exporter ${ms(beside)}`,
          ms(many),
          many.cpuMs / beside.cpuMs,
          0.7,
        ),
      ]
    : [];
  const exporterRedis = beside
    ? `redis_exporter ${beside.redisMicroseconds.toFixed(0)} µs, ${beside.commands.toFixed(0)} commands`
    : "redis_exporter is not installed";
  return [
    ...comparison,
    row("P9 agent CPU growth, 0 to 2,000 clients", ms(few), ms(many), many.cpuMs / few.cpuMs, 1.2),
    row("P10 Redis time per report, µs", exporterRedis, us(few), few.redisMicroseconds, 110),
    row("P10 commands per report", exporterRedis, few.commands.toFixed(1), few.commands, 4),
    row(
      "P10 Redis time growth, 0 to 9,000 clients",
      us(few),
      us(most),
      most.redisMicroseconds / few.redisMicroseconds,
      1.2,
    ),
  ];
}

const mb = ({ megabytes }: Costs) => `${megabytes.toFixed(1)} MB`;
const ms = ({ cpuMs }: Costs) => `${cpuMs.toFixed(2)} ms`;
const us = ({ redisMicroseconds }: Costs) => `${redisMicroseconds.toFixed(0)} µs`;

async function agentCosts(folder: string, bundle: string, clients: number): Promise<Costs> {
  const { redis, stop } = await redisWithClients(clients);
  await redis.cli("ACL", "SETUSER", "watcher", "on", ">watching", ...documentedRights);
  const tls = await makeCertificates();
  const api = await ApiServer.start(tls);
  api.answer = () => accepted(1);
  const config = join(folder, "agent.yaml");
  const deployment = `{name: bench, address: "127.0.0.1:${redis.port}", username: watcher, password: watching}`;
  writeFileSync(
    config,
    `api: ${api.address}\nca: ${tls.ca}\nkey: ${testKey}\ndeployments:\n  - ${deployment}\n`,
  );
  const child = spawn(process.execPath, [bundle, "run", "--config", config], { stdio: "ignore" });
  try {
    await api.received(5, 30_000);
    return await measure(redis, child, async () => {
      const before = api.reports.length;
      await api.received(before + reports, 60_000);
      return api.reports.length - before;
    });
  } finally {
    await stopProcess(child);
    await api.stop();
    await tls.remove();
    await stop();
  }
}

async function exporterCosts(clients: number): Promise<Costs> {
  const { redis, stop } = await redisWithClients(clients);
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const args = ["-redis.addr", `redis://127.0.0.1:${redis.port}`, "-web.listen-address", address];
  const child = spawn(exporter, args, { stdio: "ignore" });
  const scrape = async () => await (await fetch(`http://${address}/metrics`)).text();
  try {
    await wait(1_500);
    for (let count = 0; count < 5; count += 1) await scrape();
    return await measure(redis, child, async () => {
      for (let count = 0; count < reports; count += 1) {
        await scrape();
        await wait(1_000);
      }
      return reports;
    });
  } finally {
    await stopProcess(child);
    await stop();
  }
}

/** A real Redis with a number of connections that do nothing. */
async function redisWithClients(clients: number): Promise<{ redis: RedisServer; stop: () => Promise<void> }> {
  const redis = await startRedisServer({ args: ["--maxmemory", "200mb", "--maxclients", "12000"] });
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

async function measure(redis: RedisServer, child: ChildProcess, work: () => Promise<number>): Promise<Costs> {
  const pid = child.pid ?? 0;
  await redis.cli("CONFIG", "RESETSTAT");
  const before = cpuTime(pid);
  const count = await work();
  const after = cpuTime(pid);
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
  let [microseconds, calls] = [0, 0];
  for (const [, name, number, usec] of (await redis.cli("INFO", "commandstats")).matchAll(
    /cmdstat_([^:]+):calls=(\d+),usec=(\d+)/g,
  )) {
    if (name === "config|resetstat") continue;
    calls += Number(number);
    microseconds += Number(usec);
  }
  return {
    megabytes,
    cpuMs: (after - before) / count,
    redisMicroseconds: microseconds / count,
    commands: calls / count,
  };
}

/** CPU time of all threads of a process in milliseconds, from the scheduler's own count. */
function cpuTime(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6;
}
