import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Report } from "@shardwatch/core/contract/report/report";
import { ownPort } from "../support/ports.ts";
import { onTestFinished } from "vitest";
import type { Provider } from "../support/provider.ts";
import { patience } from "../support/patience.ts";

export const program = fileURLToPath(new URL("../../packages/server/src/main.ts", import.meta.url));
const startDeadlineMs = patience;
const stopDeadlineMs = patience;

/** A folder with an empty web application, which is removed at the end of the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", "index.html"), "<!doctype html><title>Shardwatch</title>");
  return folder;
}

/** The settings that every start needs. */
export const settingsIn = (folder: string, port: number, provider?: Provider): Record<string, string> => ({
  SHARDWATCH_DATA: join(folder, "data"),
  WEB_DIST: join(folder, "dist"),
  PUBLIC_URL: `http://localhost:${port}`,
  PORT: String(port),
  PROVIDER_API_URL: provider?.apiUrl ?? "http://127.0.0.1:9/api/v1",
  PROVIDER_SITE_URL: "https://provider.example",
  MARKETING_SITE_URL: "https://provider.example",
  SUPPORT_EMAIL: "support@example.com",
  TERMS_URL: "https://provider.example/terms",
  PRIVACY_URL: "https://provider.example/privacy",
  DOCUMENTATION_URL: "https://provider.example/docs",
  AGENT_RELEASES_URL: "https://provider.example/agent",
});

export interface ServerProcess {
  webUrl: string;
  apiUrl: string;
  settings: Record<string, string>;
  child: ChildProcess;
  output(): string;
  /** Sends a signal and returns the exit code, null after SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const environment = (settings: Record<string, string>) => ({ PATH: process.env["PATH"] ?? "", ...settings });

/**
 * Starts a server of its own and waits until it is ready. Throws with its output when it ends before.
 * @param within a command that runs the one behind it, such as env
 */
export async function startServer(
  settings: Record<string, string>,
  file = program,
  within: readonly string[] = [],
): Promise<ServerProcess> {
  const [command = process.execPath, ...args] = within;
  if (within.length > 0) args.push(process.execPath);
  const child = spawn(command, [...args, file], {
    env: environment(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    const force = setTimeout(() => child.kill("SIGKILL"), stopDeadlineMs);
    return await ended.finally(() => clearTimeout(force));
  };
  onTestFinished(async () => void (await stop("SIGKILL")));
  const webUrl = settings["PUBLIC_URL"] ?? "";
  const apiUrl = settings["PUBLIC_API_URL"] ?? `${webUrl}/api`;
  const isReady = () => output.includes('"message":"ready"');
  await until(() => isReady() || child.exitCode !== null, "the server is ready", startDeadlineMs);
  if (!isReady()) throw new Error(`the server did not start (exit code ${child.exitCode}):\n${output}`);
  return { webUrl, apiUrl, settings, child, output: () => output, stop };
}

/** Starts a server in this folder at a free port. */
export async function startIn(
  folder: string,
  provider: Provider,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  return await startServer({ ...settingsIn(folder, await ownPort(), provider), ...more });
}

/** Runs one of the program's other commands to its end. */
export function runCommand(args: readonly string[], settings: Record<string, string>, file = program) {
  const options = { env: environment(settings), encoding: "utf8", timeout: patience } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], options);
  return { status, stdout, stderr };
}

/** The same, while this process goes on. */
export const runBeside = (args: readonly string[], settings: Record<string, string>) =>
  runProgram(program, args, settings);

/** Runs another program of ours to its end, while this process goes on. */
export async function runProgram(
  file: string,
  args: readonly string[],
  settings: Record<string, string> = {},
) {
  const child = spawn(process.execPath, [file, ...args], { env: environment(settings) });
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, stdout: await stdout, stderr: await stderr };
}

export async function until(holds: () => boolean | Promise<boolean>, what: string, deadlineMs = patience) {
  for (const end = Date.now() + deadlineMs; Date.now() < end; await sleep(50)) if (await holds()) return;
  throw new Error(`waited in vain until ${what}`);
}

/** A person who has signed in, with their calls. */
export async function signIn(
  { webUrl, apiUrl }: Pick<ServerProcess, "webUrl" | "apiUrl">,
  provider: Provider,
  email: string,
) {
  const identity = `JSESSIONID=${await provider.signIn(email)}`;
  const headers = { origin: webUrl, cookie: identity };
  const arrival = await fetch(`${apiUrl}/auth/login`, { method: "POST", headers });
  if (!arrival.ok) throw new Error(`the API answered ${arrival.status}: ${await arrival.text()}`);
  const [session = ""] = arrival.headers.getSetCookie();
  const cookie = `${identity}; ${session.split(";")[0]}`;
  return {
    sessionCookie: session,
    call: async (method: string, path: string, body?: unknown, at = apiUrl) =>
      await fetch(`${at}${path}`, {
        method,
        headers: { ...headers, cookie, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

export type SignedIn = Awaited<ReturnType<typeof signIn>>;

export async function newKey({ call }: SignedIn): Promise<string> {
  const created = await call("POST", "/access-key", { name: "A key" });
  return ((await created.json()) as { compositeKey: string }).compositeKey;
}

/** How many agents one key may have. */
const mostAgents = 100;

/** Keys for that many agents; `keyOf` names the one of an agent. */
export async function newKeys(
  person: SignedIn,
  agents: number,
): Promise<{ keyOf: (agent: number) => string }> {
  const keys: string[] = [];
  while (keys.length * mostAgents < agents) keys.push(await newKey(person));
  return { keyOf: (agent) => keys[Math.floor(agent / mostAgents)] ?? "" };
}

/** The names of the deployments that a person sees, in order. */
export async function namesSeenBy({ call }: SignedIn, at?: string): Promise<string[]> {
  const answer = await call("GET", "/deployments", undefined, at);
  const { deployments } = (await answer.json()) as { deployments: { name: string }[] };
  return deployments.map(({ name }) => name).toSorted();
}

/** A report of one server by an agent of its own: agents that share a key do not wait for each other. */
export function reportOf(number: number): Report {
  const name = `server-${String(number).padStart(4, "0")}`;
  return {
    version: 1,
    agent: { id: `agent${String(number).padStart(5, "0")}`, version: "1.0.0" },
    measuredAt: new Date().toISOString(),
    deployments: [{ key: name, name, type: "STANDALONE", status: "active", databases: [] }],
  };
}

/** Sends a report; undefined when the server is gone. */
export async function send(apiUrl: string, key: string, report: Report): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(report) };
  return await fetch(`${apiUrl}/agent/reports`, request).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => undefined,
  );
}

/** Takes webhooks on this machine, and notes their paths. */
export async function startReceiver() {
  const paths: string[] = [];
  const server = createServer((request, answer) => {
    paths.push(request.url ?? "");
    request.resume();
    answer.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  return { origin: `http://127.0.0.1:${port}`, paths };
}
