import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { networkScript } from "./network-script.ts";

/** A guard in a network namespace of its own, which only our process gets connections into. */
export interface NetworkGuard {
  /** The program `unshare` with its options. */
  enter: readonly string[];
  /** Where the child will listen, in that namespace. */
  hostname: string;
  port: number;
  /** Path of a Unix socket by which other programs of the same user reach the child. */
  socket?: string | undefined;
}

/** The program between us and a child. A shell needs 1 MB and 3 ms, Node 45 MB and 40 ms, but no shell. */
export type Guard = "shell" | "node" | NetworkGuard;

const shell = "/bin/sh";

/**
 * The shell between us and the child holds our pipe. When we end, even by kill -9, the pipe closes and the
 * shell ends the child. The next start has nothing to clean up.
 */
const shellScript = `
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
{
  cat <&3 >/dev/null
  kill -TERM "$child"
  tries=50
  while [ $tries -gt 0 ] && kill -0 "$child"; do sleep 0.1; tries=$((tries - 1)); done
  kill -KILL "$child"
} 2>/dev/null &
wait "$child"`;

/** The same for a machine without a shell, such as an image that has nothing but our programs. */
const nodeScript = `
const { spawn } = require("node:child_process");
const [, command, ...args] = process.argv;
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
child.once("error", ({ message }) => { console.error(message); process.exit(127); });
child.once("exit", (code) => process.exit(code ?? 128));
process.stdin.resume().once("close", () => {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), 5_000);
});`;

/** The shell alone is not enough: its script runs two programs. */
export function guardOfThisMachine(): Guard {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const has = (program: string) => folders.some((folder) => existsSync(join(folder, program)));
  return existsSync(shell) && has("cat") && has("sleep") ? "shell" : "node";
}

/** The command line of a guard with the child's. */
export function guarded(
  guard: Guard,
  command: string,
  args: readonly string[],
): readonly [program: string, ...args: string[]] {
  if (guard === "shell") return [shell, "-c", shellScript, "guard", command, ...args];
  if (guard === "node") return [process.execPath, "-e", nodeScript, "--", command, ...args];
  const [program = "unshare", ...options] = guard.enter;
  const script = networkScript(guard) + nodeScript;
  return [program, ...options, "--", process.execPath, ...small, "-e", script, "--", command, ...args];
}

/** It passes connections on and computes nothing. */
const small = ["--max-semi-space-size=1", "--single-threaded"];
