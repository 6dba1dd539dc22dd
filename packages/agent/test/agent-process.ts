import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatAgentKey } from "@shardwatch/core/kit/composite-key";
import { newId } from "@shardwatch/core/kit/ids";
import { stopProcess } from "./redis-server.ts";

/**
 * The program to start: the source, unless SHARDWATCH_AGENT_PROGRAM names a bundle (.mjs) or an executable.
 * The tests of the release set it.
 */
export const standardProgram =
  process.env.SHARDWATCH_AGENT_PROGRAM ?? fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** The command line that starts an agent's source, bundle or executable. */
export function commandOf(program: string): [string, ...string[]] {
  return /\.m?[jt]s$/.test(program) ? [process.execPath, program] : [program];
}

/** A well-formed key that no real API has. */
export const testKey = formatAgentKey(newId("accessKey", 1, new Uint8Array(16)), new Uint8Array(32).fill(7));

/** The agent as customers run it: a separate process, with its output. */
export class AgentProcess {
  stdout = "";
  stderr = "";
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #exit: Promise<number | null>;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    this.#exit = once(child, "close").then(() => child.exitCode);
    child.stdout?.on("data", (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
  }

  /**
   * @param words the arguments before --config, e.g. ["run"]
   * @param configuration the file's text; undefined for an agent without a file
   * @param environment variables to add to the environment
   * @param program the source, a bundle or an executable
   */
  static async start(
    words: readonly string[],
    configuration: string | undefined,
    environment: Record<string, string> = {},
    program = standardProgram,
  ): Promise<AgentProcess> {
    const folder = await mkdtemp(join(tmpdir(), "shardwatch-agent-"));
    const file = join(folder, "agent.yaml");
    if (configuration !== undefined) await writeFile(file, configuration);
    const [command, ...args] = commandOf(program);
    const child = spawn(
      command,
      [...args, ...words, ...(configuration === undefined ? [] : ["--config", file])],
      {
        env: { ...process.env, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    return new AgentProcess(child, folder);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The log so far, one object for each line. */
  get log(): Record<string, unknown>[] {
    const lines = this.stderr.split("\n").filter((line) => line.startsWith("{"));
    return lines.map((line): Record<string, unknown> => JSON.parse(line));
  }

  /** Resolves with the first log line that the test accepts; rejects at the time limit. */
  async logged(
    accepts: (line: Record<string, unknown>) => boolean,
    milliseconds = 50_000,
  ): Promise<Record<string, unknown>> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const found = this.log.find(accepts);
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`not logged in time; the log is:\n${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** The exit code, once the process has ended without being stopped. */
  exit(): Promise<number | null> {
    return this.#exit;
  }

  async stop(): Promise<void> {
    await stopProcess(this.#child);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
