import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@shardwatch/server/machine/ports";

/** Debian's packages that have the programs. */
const packages = {
  promtool: "prometheus",
  prometheus: "prometheus",
  "prometheus-alertmanager": "prometheus-alertmanager",
} as const;
type Program = keyof typeof packages;

const missing = (program: Program) =>
  new Error(`${program} is not here: install Debian's package ${packages[program]}`);

/** Runs a program to its end with this input. Throws where it is not installed. */
export async function run(program: Program, args: readonly string[], input = "") {
  const child = spawn(program, args);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output.push(String(data)));
  child.stdin.end(input);
  const ended = once(child, "close").catch(() => {
    throw missing(program);
  });
  const [code] = (await ended) as [number | null];
  return { code, output: output.join("") };
}

/** A series that answers a query, with its value as Prometheus writes it. */
export interface Found {
  metric: Record<string, string>;
  value: [time: number, value: string];
}

export interface Running {
  url: string;
  /** The data of an answer of its API. Undefined while it does not answer, or refuses the question. */
  get<T>(path: string): Promise<T | undefined>;
  stop(): void;
}

/** Starts a program of Prometheus in a folder of its own, at a free port. JSON is YAML, so the settings are an object. */
async function startOne(
  program: Program,
  settings: object,
  args: (at: { file: string; data: string; address: string }) => string[],
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-prometheus-"));
  const file = join(folder, "settings.yml");
  writeFileSync(file, JSON.stringify(settings));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, args({ file, data: join(folder, "data"), address }), { stdio: "ignore" });
  const stop = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  await once(child, "spawn").catch(() => {
    stop();
    throw missing(program);
  });
  const url = `http://${address}`;
  return {
    url,
    async get<T>(path: string) {
      const answer = await fetch(`${url}${path}`).catch(() => undefined);
      return answer?.ok ? ((await answer.json().catch(() => undefined)) as T | undefined) : undefined;
    },
    stop,
  };
}

export interface Prometheus extends Running {
  /** What a query gives now. Undefined while it is not ready, and for a query that it refuses. */
  ask(query: string): Promise<Found[] | undefined>;
}

/** A real Prometheus with these settings. Throws where it is not installed. */
export async function startPrometheus(settings: object): Promise<Prometheus> {
  const one = await startOne("prometheus", settings, ({ file, data, address }) => [
    `--config.file=${file}`,
    `--storage.tsdb.path=${data}`,
    `--web.listen-address=${address}`,
  ]);
  return {
    ...one,
    async ask(query) {
      const path = `/api/v1/query?query=${encodeURIComponent(query)}`;
      return (await one.get<{ data: { result: Found[] } }>(path))?.data.result;
    },
  };
}

/** A real Alertmanager that sends to nobody. Throws where it is not installed. */
export const startAlertmanager = async (): Promise<Running> =>
  await startOne(
    "prometheus-alertmanager",
    { route: { receiver: "nobody" }, receivers: [{ name: "nobody" }] },
    ({ file, data, address }) => [
      `--config.file=${file}`,
      `--storage.path=${data}`,
      `--web.listen-address=${address}`,
      "--cluster.listen-address=",
    ],
  );
