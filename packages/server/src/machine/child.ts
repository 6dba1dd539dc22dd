import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Guard, guarded, guardOfThisMachine } from "./guard.ts";

export interface ChildOptions {
  command: string;
  args: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Called with each line that the child prints. */
  onLine?: (line: string) => void;
  /** What watches over it; by default what this machine has. */
  guard?: Guard;
  /** Called with what a guard in its own network sends, and with the sockets that it hands over. */
  onMessage?: (message: unknown, handle: unknown) => void;
}

export interface Child {
  /** Settles when the process has ended, with its exit code, or null after a signal. */
  ended: Promise<number | null>;
  hasEnded(): boolean;
  /** The last lines it printed, for messages about its failure. */
  lastLines(): string;
  /** Sends a number to a guard in its own network. Rejects when it has ended. */
  send(message: number): Promise<void>;
  /** Asks it to end, waits, and forces it after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

const keptLines = 20;

/**
 * Starts a program that ends when we end. It runs in its own process group, so that Ctrl-C in a terminal
 * reaches only us and we stop everything in order.
 */
export function startChild(options: ChildOptions): Child {
  const { command, args, cwd, env, onLine, onMessage, guard = guardOfThisMachine() } = options;
  const [program, ...rest] = guarded(guard, command, args);
  const child = spawn(program, rest, {
    cwd,
    env: env ?? process.env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe", ...(typeof guard === "object" ? (["ipc"] as const) : [])],
  });
  if (onMessage) child.on("message", onMessage);
  const lines: string[] = [];
  readLines(child, (line) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    onLine?.(line);
  });
  let over = false;
  const ended = new Promise<number | null>((resolve) => {
    const finish = (code: number | null) => {
      over = true;
      killGroup(child, "SIGKILL"); // the reader of the guard's pipe
      resolve(code);
    };
    child.once("exit", finish);
    child.once("error", (error) => {
      lines.push(error.message);
      finish(null);
    });
  });
  // A child that ended a moment ago makes the pipe fail; `ended` reports it.
  child.stdin?.on("error", () => undefined);

  return {
    ended,
    hasEnded: () => over,
    lastLines: () => lines.join("\n"),
    send: (message) =>
      new Promise((resolve, reject) => {
        if (!child.connected) reject(new Error("the process has ended"));
        else child.send(message, (error) => (error ? reject(error) : resolve()));
      }),
    async stop(graceMs = 5_000) {
      if (over) return;
      child.stdin?.end();
      const deadline = new AbortController();
      const forced = sleep(graceMs, "late", { signal: deadline.signal }).catch(() => "cancelled");
      if ((await Promise.race([ended, forced])) === "late") killGroup(child, "SIGKILL");
      deadline.abort();
      await ended;
    },
  };
}

function readLines(child: ChildProcess, onLine: (line: string) => void) {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      const parts = (rest + chunk).split("\n");
      rest = (parts.pop() ?? "").slice(-10_000);
      for (const part of parts) onLine(part);
    });
    stream?.on("end", () => {
      if (rest !== "") onLine(rest);
    });
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // already gone is what we want
  }
}
