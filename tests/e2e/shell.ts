import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";

interface Place {
  /** The folder in which the commands run. */
  cwd: string;
  /** Further environment variables. */
  environment?: Record<string, string>;
  /** What a person types while the commands run. */
  typed?: string;
}

/** A shell that runs commands. */
export interface Shell {
  /** What the commands have written so far, errors included. */
  output: () => string;
  /** Waits for the end. Null when a signal ended the shell. */
  exitCode: () => Promise<number | null>;
  /** Presses Ctrl-C, which ends the commands with all their children, and waits for the end. */
  stop: () => Promise<void>;
}

/** Runs commands in a shell of its own, as a person pastes them into a terminal. `node` is the tests' Node. */
export function shell(commands: string, { cwd, environment = {}, typed }: Place): Shell {
  // In a terminal, npm takes no settings from another npm that runs the tests.
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  const path = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const child = spawn("sh", ["-c", commands], {
    cwd,
    env: { ...Object.fromEntries(outer), PATH: path, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  child.stdin.end(typed);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "close");
  return {
    output: () => output,
    async exitCode() {
      await ended;
      return child.exitCode;
    },
    async stop() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
      await ended;
    },
  };
}
