import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildExecutable } from "../../packages/agent/packaging/executable.ts";
import { installedRuntime } from "../../packages/agent/packaging/runtime.ts";
import { ownTarget } from "../../packages/agent/packaging/targets.ts";
import { testKey } from "../../packages/agent/test/agent-process.ts";
import { accepted, ApiServer } from "../../packages/agent/test/api-server.ts";
import { makeCertificates } from "../../packages/agent/test/certificates.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import { documentedRights, stopProcess } from "../../packages/agent/test/redis-server.ts";
import { type Costs, measure, redisWithClients } from "./costs.ts";
import type { Figure } from "./table.ts";

const reports = 30;
const warmUp = 20;
const fleetSize = 100;
const exporter = "prometheus-redis-exporter";

/** P9 and P10: the agent beside redis_exporter. Both read one real Redis once a second. */
export async function agent(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-bench-"));
  const bundle = join(folder, "agent.mjs");
  const built = spawnSync(process.execPath, ["packages/agent/build.mjs", bundle]);
  if (built.status !== 0) throw new Error(`the agent could not be bundled: ${built.stderr.toString()}`);
  try {
    // The command of the documentation and of the systemd unit.
    const bundled = [process.execPath, "--max-semi-space-size=1", "--single-threaded", bundle];
    const few = await agentCosts(folder, bundled, 0);
    const many = await agentCosts(folder, bundled, 2_000);
    const most = await agentCosts(folder, bundled, 9_000);
    const fleet = await agentCosts(folder, bundled, 0, fleetSize);
    const beside = spawnSync(exporter, ["--version"]).error ? undefined : await exporterCosts(2_000);
    const released = builtExecutable(folder, bundle);
    const single = released === undefined ? undefined : await agentCosts(folder, [released], 2_000);
    return [
      ...figures(few, many, most, beside),
      ...fleetFigures(few, fleet),
      ...singleFigures(single, beside),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The executable for this machine, where its runtime is installed. */
function builtExecutable(folder: string, bundle: string): string | undefined {
  const target = ownTarget();
  if (!target || !installedRuntime(target)) return undefined;
  const file = join(folder, "shardwatch-agent");
  buildExecutable(bundle, target, file);
  return file;
}

/** The cost of one more deployment: one agent with a hundred beside a hundred agents with one. */
function fleetFigures(one: Costs, fleet: Costs): Figure[] {
  return [
    {
      metric: `P9 agent memory for ${fleetSize} deployments`,
      reference: `one, ${mb(one)}`,
      ours: mb(fleet),
      ratio: fleet.megabytes / one.megabytes,
      goal: 2,
    },
    {
      metric: `P9 agent CPU per report of ${fleetSize} deployments`,
      reference: `${fleetSize} agents, ${(one.cpuMs * fleetSize).toFixed(0)} ms`,
      ours: ms(fleet),
      ratio: fleet.cpuMs / (one.cpuMs * fleetSize),
      goal: 0.5,
    },
  ];
}

function singleFigures(single: Costs | undefined, beside: Costs | undefined): Figure[] {
  if (!single || !beside) return [];
  const metric = "P9 memory of the single executable";
  const ratio = single.megabytes / beside.megabytes;
  return [{ metric, reference: `redis_exporter ${mb(beside)}`, ours: mb(single), ratio, goal: 4.5 }];
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

async function agentCosts(
  folder: string,
  command: string[],
  clients: number,
  deployments = 1,
): Promise<Costs> {
  const { redis, stop } = await redisWithClients(clients);
  await redis.cli("ACL", "SETUSER", "watcher", "on", ">watching", ...documentedRights);
  const tls = await makeCertificates();
  const api = await ApiServer.start(tls);
  api.answer = () => accepted(1);
  const config = join(folder, "agent.yaml");
  // All of 127/8 is this machine, so one server serves for many addresses.
  const list = Array.from(
    { length: deployments },
    (_, index) =>
      `  - {name: bench ${index}, address: "127.0.0.${index + 1}:${redis.port}", username: watcher, password: watching}\n`,
  );
  const head = `api: ${api.address}\nca: ${tls.ca}\nkey: ${testKey}\ndeployments:\n`;
  writeFileSync(config, head + list.join(""));
  const [program = "", ...args] = command;
  const child = spawn(program, [...args, "run", "--config", config], { stdio: "ignore" });
  try {
    // Warm-up: an agent runs for months, so the compiler's work is not a report's cost.
    await api.received(warmUp, 60_000);
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
    for (let count = 0; count < warmUp; count += 1) await scrape();
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
