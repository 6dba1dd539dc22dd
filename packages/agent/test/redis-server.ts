import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { ownPort } from "../../../tests/support/ports.ts";
import { chooseEngine, findEngines } from "../../../scripts/lib/engines.mjs";
import type { Engine } from "../../../scripts/lib/engines.mjs";

const run = promisify(execFile);

export interface RedisServerOptions {
  /** A free one unless given. */
  port?: number;
  /** Further arguments, e.g. ["--maxmemory", "100mb"]. */
  args?: readonly string[];
  /** Files in PEM. With them the port accepts TLS only. */
  tls?: { ca: string; cert: string; key: string };
  /** How many KiB each of its files may have. What is longer fails to be written, as on a full disk. */
  fullFrom?: number;
}

export interface RedisServer {
  readonly port: number;
  readonly pid: number;
  /** Runs the engine's client as the default user; returns its output without the last line break. */
  cli(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** The rights that the documentation gives to the agent's user. */
export const documentedRights = "resetkeys resetchannels -@all +info +ping".split(" ");

/** Further rights that the user needs on the nodes of a cluster (Redis 7 and Valkey). */
export const clusterRights = "+cluster|shards +cluster|info".split(" ");

let chosen: Engine | undefined;

/**
 * The engine that all servers of a test are: the newest of this machine, or the one that SHARDWATCH_ENGINE
 * names. Looked up once, because it runs every engine.
 */
export function engine(): Engine {
  chosen ??= chooseEngine(findEngines());
  if (!chosen) throw new Error("no redis-server and no valkey-server can be started: is one installed?");
  return chosen;
}

/** Whether the engine has what this version of Redis has. Every fork began with Redis 7.2. */
export function engineHas(redis: "6.2" | "7.0" | "7.2"): boolean {
  const { product, version } = engine();
  return product !== "Redis" || version.localeCompare(redis, "en", { numeric: true }) >= 0;
}

/** A port of its own for the bus of a cluster's node, where the engine lets us choose. */
async function busOf({ args = [] }: RedisServerOptions): Promise<string[]> {
  const isChosen = !args.includes("--cluster-enabled") || args.includes("--cluster-port");
  return isChosen || !engineHas("7.0") ? [] : ["--cluster-port", `${await ownPort()}`];
}

/** Starts a real server on 127.0.0.1 with an empty folder. Resolves when it listens. */
export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const port = options.port ?? (await ownPort());
  const folder = await mkdtemp(join(tmpdir(), "shardwatch-redis-"));
  const { ca, cert, key } = options.tls ?? {};
  const ports = options.tls ? ["--port", "0", "--tls-port", `${port}`] : ["--port", `${port}`];
  const secure = options.tls
    ? ["--tls-ca-cert-file", `${ca}`, "--tls-cert-file", `${cert}`, "--tls-key-file", `${key}`]
    : [];
  // A primary else waits five seconds for further replicas before it sends the first copy.
  const quick = ["--repl-diskless-sync-delay", "0"];
  const base = ["--bind", "127.0.0.1", "--save", "", "--dir", folder, "--loglevel", "warning", ...quick];
  const { server, cli, name } = engine();
  const line = [server, ...ports, ...secure, ...base, ...(options.args ?? []), ...(await busOf(options))];
  const [command = server, ...args] = options.fullFrom === undefined ? line : limited(options.fullFrom, line);
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exit = new Promise<never>((_, reject) => {
    child.once("error", () => reject(new Error(`${name} cannot be started`)));
    child.once("exit", (code) => reject(new Error(`${name} ended (${code}): ${output.slice(-2_000)}`)));
  });
  await Promise.race([listens(port), exit]);
  exit.catch(() => undefined); // the test stops it

  const cliSecure = options.tls ? ["--tls", "--cacert", `${ca}`, "--cert", `${cert}`, "--key", `${key}`] : [];
  return {
    port,
    pid: child.pid ?? 0,
    cli: async (...words) => {
      const { stdout } = await run(cli, ["-p", `${port}`, ...cliSecure, ...words], {
        timeout: 50_000,
      });
      return stdout.trimEnd();
    },
    stop: async () => {
      await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A shell that limits the files of what it becomes. The signal about a file that is too large would end a server. */
const limited = (kibibytes: number, words: readonly string[]): string[] => [
  "sh",
  "-c",
  `trap "" XFSZ && ulimit -f ${2 * kibibytes} && exec "$@"`,
  "sh",
  ...words,
];

/** Ends a process that the test started: SIGTERM first, SIGKILL after three seconds. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const insist = setTimeout(() => child.kill("SIGKILL"), 3_000);
  child.kill("SIGCONT");
  child.kill("SIGTERM");
  await ended;
  clearTimeout(insist);
}

async function listens(port: number): Promise<void> {
  for (let attempt = 0; attempt < 2_000; attempt += 1) {
    const socket = net.connect(port, "127.0.0.1");
    const open = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (open) return;
    await wait(20);
  }
  throw new Error("the server did not listen within forty seconds");
}

/** Starts a server that is stopped with the others of the list. */
export async function startedServer(
  cleanups: (() => unknown)[],
  options?: RedisServerOptions,
): Promise<RedisServer> {
  const started = await startRedisServer(options);
  cleanups.push(() => started.stop());
  return started;
}
