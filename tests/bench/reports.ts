import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "@shardwatch/server/machine/ports";
import { testKey } from "../../packages/agent/test/agent-process.ts";
import { accepted, ApiServer } from "../../packages/agent/test/api-server.ts";
import { documentedRights, stopProcess } from "../../packages/agent/test/redis-server.ts";
import { newKey, settingsIn, type SignedIn, signIn, until } from "../server/process.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { cpuTime, memoryOf, redisWithClients } from "./costs.ts";
import type { Sending, Sent } from "./report-sender.ts";
import { type Figure, median } from "./table.ts";
import { readWhole } from "./whole-list.ts";

const sender = fileURLToPath(new URL("report-sender.ts", import.meta.url));
const goal = 350;
/** The goal first. The other says where it ends. */
const rates = [goal, 500];
const seconds = 20;
const agents = Math.max(...rates) * seconds;
const agentsPerKey = 100;
const mostP99 = 1_000;

/**
 * P14: agents' reports a second that one server holds with the embedded database, p99 below a second and without an
 * error. Every report is of a real Redis, of an agent that reported before, and over a connection of its own.
 */
export async function reports(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-bench-"));
  const provider = await startProvider();
  const template = await realReport(folder);
  const { server, webUrl, apiUrl } = await startBundledServer(folder, provider);
  try {
    const person = await signIn({ webUrl, apiUrl }, provider, "admin@example.com");
    const keys: string[] = [];
    while (keys.length * agentsPerKey < agents) keys.push(await newKey(person));
    const sending = { apiUrl, keys, agentsPerKey, template };
    await runSender({ ...sending, agents, rate: 0 });
    const figures: Figure[] = [];
    for (const rate of rates) {
      await sleep(2_000);
      const before = cpuOf(server);
      const sent = JSON.parse(await runSender({ ...sending, agents: rate * seconds, rate })) as Sent;
      figures.push(figure(rate, sent, shares(before, cpuOf(server))));
    }
    const list = await wholeListFigure(apiUrl, person.sessionCookie);
    const beside = await besideScrape(await newToken(person), sending);
    return [...figures, beside, list, sizeFigure(server, folder)];
  } finally {
    await stopProcess(server);
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The goal again, while Prometheus scrapes all parts once, as it does each minute. */
async function besideScrape(token: string, sending: Omit<Sending, "agents" | "rate">): Promise<Figure> {
  const read = async (path: string) => {
    const answer = await fetch(sending.apiUrl + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    return await answer.text();
  };
  const scrapeAll = async () => {
    const begun = performance.now();
    const parts = JSON.parse(await read("/metrics/parts")) as { labels: Record<string, string> }[];
    for (const { labels } of parts) await read(`/metrics?part=${labels["__param_part"]}`);
    return { parts: parts.length, took: (performance.now() - begun).toFixed(0) };
  };
  // The first one stores what later ones read.
  const first = await scrapeAll();
  await sleep(20_000);
  const sent = runSender({ ...sending, agents: goal * seconds, rate: goal });
  await sleep((seconds * 1_000) / 2);
  const { parts, took } = await scrapeAll();
  const scrape = `a scrape of ${parts} parts beside it took ${took} ms, the first one of all ${first.took} ms`;
  return figure(goal, JSON.parse(await sent) as Sent, scrape);
}

async function newToken({ call }: SignedIn): Promise<string> {
  const created = await call("POST", "/tokens", { name: "Prometheus", scopes: ["metrics"] });
  return ((await created.json()) as { secret: string }).secret;
}

/** What the web asks for when it opens the list. No fleet takes longer than one with an agent for each deployment. */
async function wholeListFigure(apiUrl: string, sessionCookie: string): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const begun = performance.now();
    const { rows } = await readWhole(apiUrl, sessionCookie.split(";")[0] ?? "");
    times.push((performance.now() - begun) / 1_000);
    if (rows !== agents) throw new Error(`the list has ${rows} rows instead of ${agents}`);
  }
  const [first = 0] = times;
  return {
    metric: `P14 all pages of ${agents} deployments of as many agents, seconds (the first time ${first.toFixed(2)})`,
    reference: "",
    ours: median(times).toFixed(2),
    ratio: median(times),
    goal: Infinity,
  };
}

/** What the fleet takes: memory, and the files of the database with their write-ahead log. */
function sizeFigure(server: ChildProcess, folder: string): Figure {
  const own = memoryOf(server.pid ?? 0);
  const engine = childrenOf(server.pid ?? 0).reduce((sum, child) => sum + memoryOf(child), 0);
  const files = readdirSync(join(folder, "data", "database"), { withFileTypes: true });
  const bytes = files.reduce(
    (sum, { name }) => sum + statSync(join(folder, "data", "database", name)).size,
    0,
  );
  return {
    metric: `P14 ${agents} deployments: MB of memory of the server, and of the database; MB on disk`,
    reference: "",
    ours: [own, engine, bytes / 1_048_576].map((each) => each.toFixed(0)).join(" / "),
    ratio: own + engine,
    goal: Infinity,
  };
}

function figure(rate: number, sent: Sent, busy: string): Figure {
  const { 202: good = 0, ...others } = sent.answers;
  const isGood = Object.keys(others).length === 0 && good === rate * seconds;
  const failures = isGood ? "none failed" : JSON.stringify(others);
  return {
    metric: `P14 ${rate} reports a second for ${seconds} s: ${failures}; ${busy}`,
    reference: "240 at 187 ms",
    ours: `p50 ${sent.p50.toFixed(0)}, p99 ${sent.p99.toFixed(0)}, most ${sent.most.toFixed(0)} ms (sender late ${sent.senderLate.toFixed(0)})`,
    ratio: isGood ? sent.p99 : Infinity,
    goal: rate <= goal ? mostP99 : Infinity,
  };
}

/** What the real agent sends of a real Redis with a hundred clients. */
async function realReport(folder: string): Promise<string> {
  const { redis, stop } = await redisWithClients(100);
  const api = await ApiServer.start();
  api.answer = () => accepted(60);
  try {
    await redis.cli("ACL", "SETUSER", "watcher", "on", ">watching", ...documentedRights);
    const config = join(folder, "agent.yaml");
    writeFileSync(
      config,
      `api: ${api.address}\nkey: ${testKey}\ndeployments:\n` +
        `  - {name: bench, address: "127.0.0.1:${redis.port}", username: watcher, password: watching}\n`,
    );
    const child = spawn(process.execPath, ["packages/agent/src/main.ts", "run", "--config", config], {
      stdio: "ignore",
    });
    const first = await api.received(1, 30_000);
    await stopProcess(child);
    return first.text;
  } finally {
    await api.stop();
    await stop();
  }
}

/** The server as it is shipped: one bundled file, with data in a folder. */
async function startBundledServer(folder: string, provider: Provider) {
  const built = spawnSync(process.execPath, ["packages/server/build.mjs"], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the server could not be bundled: ${built.stderr}`);
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", "index.html"), "<!doctype html>");
  const settings = settingsIn(folder, await freePort(), provider);
  // `SHARDWATCH_PROFILE=<folder>` writes where the time of the server's process goes.
  const profile = process.env["SHARDWATCH_PROFILE"];
  const flags = profile === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", profile];
  const server = spawn(process.execPath, [...flags, "dist/server/shardwatch-server.mjs"], {
    env: { PATH: process.env["PATH"] ?? "", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  server.stdout.setEncoding("utf8").on("data", (chunk: string) => (output = (output + chunk).slice(-10_000)));
  await until(() => output.includes('"message":"ready"'), "the server is ready");
  const webUrl = settings["PUBLIC_URL"] ?? "";
  return { server, webUrl, apiUrl: `${webUrl}/api` };
}

/** The answers of another process, so that sending takes no time of the server's. */
async function runSender(sending: Sending): Promise<string> {
  const child = spawn(process.execPath, [sender], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(sending));
  return await text(child.stdout);
}

type Cpu = ReturnType<typeof cpuOf>;

/** CPU time so far, in milliseconds. */
function cpuOf(server: ChildProcess) {
  const pid = server.pid ?? 0;
  const engine = childrenOf(pid).reduce((sum, child) => sum + cpuTime(child), 0);
  return { at: performance.now(), server: cpuTime(pid), engine };
}

/** The processes that a process has started, and those that these have started. */
const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .flatMap((child) => [Number(child), ...childrenOf(Number(child))]),
  );

function shares(before: Cpu, after: Cpu): string {
  const share = (name: "server" | "engine") =>
    `${((100 * (after[name] - before[name])) / (after.at - before.at)).toFixed(0)} %`;
  return `of a core the server takes ${share("server")}, the database ${share("engine")}`;
}
