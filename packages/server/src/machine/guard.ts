import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * What a guard in its own network namespace does before it starts the child, as a program for `node -e`.
 *
 * It brings up the loopback, which is down in a new namespace, and sends "up". For each number that it
 * receives, it opens a connection to the child and hands over the socket. A socket stays in the namespace that it was
 * opened in. So our process reads and writes it at its full speed, and nothing else is between.
 */
export const networkScript = (place: {
  hostname: string;
  port: number;
  socket?: string | undefined;
}): string => `
const net = require("node:net");
const { spawnSync } = require("node:child_process");
const { basename, dirname } = require("node:path");
const { hostname, port, socket: path } = ${JSON.stringify(place)};
const open = () => net.connect({ host: hostname, port, noDelay: true });

const PATH = (process.env.PATH ?? "") + ":/usr/sbin:/usr/bin:/sbin:/bin";
const up = ${JSON.stringify(waysToBringUp)}.some(
  ([program, ...args]) => spawnSync(program, args, { env: { PATH }, stdio: "ignore" }).status === 0,
);
if (!up) {
  console.error("neither ip nor perl could bring up the loopback of a new network namespace");
  process.exit(1);
}
process.umask(0o077);
process.send("up");
process.on("message", (id) => {
  const socket = open();
  socket.once("connect", () => process.send({ id }, socket));
  socket.once("error", ({ message }) => process.connected && process.send({ id, failed: message }));
});
if (path !== undefined) {
  process.chdir(dirname(path));
  net.createServer((near) => {
    const far = open();
    for (const [from, to] of [[near, far], [far, near]])
      from.on("error", () => undefined).once("close", () => to.destroy()).pipe(to);
  }).listen(basename(path));
}
`;

/**
 * Debian and Ubuntu always have perl, and nearly every Linux has ip. The numbers are those of <linux/sockios.h> and
 * <linux/if.h>: SIOCSIFFLAGS with IFF_UP and IFF_RUNNING.
 */
const waysToBringUp = [
  ["ip", "link", "set", "dev", "lo", "up"],
  ["perl", "-e", 'socket(S, 2, 2, 0) && ioctl(S, 0x8914, pack("a16 s x14", "lo", 65)) or exit 1'],
];

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
