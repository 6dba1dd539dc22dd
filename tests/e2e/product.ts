import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownPort } from "../support/ports.ts";

const program = fileURLToPath(new URL("../../packages/local/src/main.ts", import.meta.url));
const startDeadlineMs = 60_000;
const stopDeadlineMs = 20_000;

export interface ProductOptions {
  /** Added to the environment. Ports are free ones unless they are set here. */
  environment?: Record<string, string>;
  /** Its data folder; without it a new folder that is removed at the end. */
  dataFolder?: string;
}

export interface RunningProduct {
  webUrl: string;
  apiUrl: string;
  providerUrl: string;
  dataFolder: string;
  /** The environment variables that lead to the same addresses again. */
  ports: { WEB_PORT: string; API_PORT: string; PROVIDER_PORT: string };
  /** The output so far. */
  output(): string;
  /** Sends a signal and returns the exit code, null after SIGKILL. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A product failed to start; contains its output. */
export class NotStarted extends Error {
  readonly code: number | null;
  readonly output: string;

  constructor(code: number | null, output: string) {
    super(`the product did not start (exit code ${code}):\n${output}`);
    this.name = "NotStarted";
    this.code = code;
    this.output = output;
  }
}

/** Starts the product like `npm start` and waits until it is ready. Throws NotStarted. */
export async function startProduct(options: ProductOptions = {}): Promise<RunningProduct> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), "shardwatch-product-"));
  const given = options.environment ?? {};
  const [web, api, provider] = [await ownPort(), await ownPort(), await ownPort()];
  const ports = {
    WEB_PORT: given["WEB_PORT"] ?? String(web),
    API_PORT: given["API_PORT"] ?? String(api),
    PROVIDER_PORT: given["PROVIDER_PORT"] ?? String(provider),
  };
  const quiet = { SHARDWATCH_PAST: "off" };
  const env = { ...process.env, SHARDWATCH_DATA: dataFolder, ...quiet, ...given, ...ports };
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const forget = () => {
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child, ended, () => output);
  } catch (error) {
    forget();
    throw error;
  }
  return {
    webUrl: `http://localhost:${ports.WEB_PORT}`,
    apiUrl: `http://localhost:${ports.API_PORT}`,
    providerUrl: `http://localhost:${ports.PROVIDER_PORT}`,
    dataFolder,
    ports,
    output: () => output,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const force = setTimeout(() => child.kill("SIGKILL"), stopDeadlineMs);
      const code = await ended;
      clearTimeout(force);
      forget();
      return code;
    },
  };
}

async function waitUntilReady(child: ChildProcess, ended: Promise<number | null>, output: () => string) {
  const deadline = Date.now() + startDeadlineMs;
  let code: number | null | undefined;
  void ended.then((value) => (code = value));
  while (Date.now() < deadline) {
    if (/Shardwatch is ready.*\n/.test(output())) return;
    if (code !== undefined) throw new NotStarted(code, output());
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill("SIGKILL");
  throw new NotStarted(await ended, output());
}
