import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The program between us and a child. A shell needs 1 MB and 3 ms, Node 45 MB and 40 ms, but no shell. */
export type Guard = "shell" | "node";

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
export const guarded = (
  guard: Guard,
  command: string,
  args: readonly string[],
): [program: string, ...args: string[]] =>
  guard === "shell"
    ? [shell, "-c", shellScript, "guard", command, ...args]
    : [process.execPath, "-e", nodeScript, "--", command, ...args];
