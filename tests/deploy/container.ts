import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { programs, user } from "../../scripts/image/programs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const [umoci, runc] = ["umoci", "runc"];
const minute = 60_000;

/** What an OCI runtime starts, as far as it is changed here. */
interface RuntimeConfig {
  process: { args: string[]; env: string[]; user: object; terminal: boolean; [field: string]: unknown };
  root: { path: string; readonly: boolean };
  mounts: { destination: string; type: string; source: string; options: string[] }[];
  linux: { namespaces: { type: string }[]; [field: string]: unknown };
}

/** An image of dist/images, unpacked by a program that is not ours. */
export interface Unpacked {
  /** Its root file system. */
  files: string;
  /** What the image asks for. */
  config: RuntimeConfig;
}

/** A folder that is removed at the end. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), "shardwatch-container-"));

export function unpack(program: keyof typeof programs, folder: string): Unpacked {
  const layout = join(folder, `${program}-layout`);
  const bundle = join(folder, program);
  mkdirSync(layout);
  const archive = join(root, "dist/images", `shardwatch-${program}-${version}-amd64.tar`);
  execFileSync("tar", ["-xf", archive, "-C", layout], { timeout: minute });
  // It checks the digest of everything that it reads.
  const args = ["unpack", "--image", `${layout}:${version}`, bundle];
  execFileSync(umoci, args, { timeout: minute, stdio: ["ignore", "ignore", "inherit"] });
  const config = JSON.parse(readFileSync(join(bundle, "config.json"), "utf8")) as RuntimeConfig;
  return { files: join(bundle, "rootfs"), config };
}

export interface Options {
  environment: Record<string, string>;
  /** Files of this machine by their places in the container. */
  files?: Record<string, string>;
  /** Folders of this machine that the container may write, by their places in it. */
  volumes?: Record<string, string>;
}

export interface Container {
  output: () => string;
  hasEnded: () => boolean;
  /** Runs a command in it, as its user. */
  exec: (...command: string[]) => { status: number | null; text: string };
  /** Memory of all its processes in MB, at this moment and at most. */
  memory: () => { now: number; most: number };
  /** The users of its processes. */
  users: () => number[];
  /** Sends a signal to its first process. Returns the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  remove: () => Promise<void>;
}

const bind = (destination: string, source: string, ...options: string[]) => ({
  destination,
  type: "bind",
  source,
  options: ["bind", "nosuid", "nodev", ...options],
});

/**
 * Runs an image as orchestrators do by the restricted standard: its own user, no capability, no new rights, a root file
 * system that is read-only. It shares this machine's network, so that nothing but loopback is needed.
 */
export function runContainer({ files, config }: Unpacked, folder: string, options: Options): Container {
  const id = `shardwatch-${randomBytes(6).toString("hex")}`;
  const bundle = join(folder, id);
  mkdirSync(bundle);
  const { environment, files: given = {}, volumes = {} } = options;
  for (const path of Object.values(volumes)) chownSync(path, user, user);
  const kept = config.mounts.filter(({ destination }) => ["/proc", "/dev", "/dev/shm"].includes(destination));
  const none: string[] = [];
  const changed: RuntimeConfig = {
    ...config,
    root: { path: files, readonly: true },
    process: {
      ...config.process,
      terminal: false,
      noNewPrivileges: true,
      capabilities: { bounding: none, effective: none, inheritable: none, permitted: none, ambient: none },
      env: [...config.process.env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
    },
    mounts: [
      ...kept,
      { destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["nosuid", "nodev", "mode=1777"] },
      ...["/etc/hosts", "/etc/resolv.conf"].map((path) => bind(path, path, "ro")),
      ...Object.entries(given).map(([path, source]) => bind(path, source, "ro")),
      ...Object.entries(volumes).map(([path, source]) => bind(path, source, "rw")),
    ],
    linux: { namespaces: ["pid", "ipc", "uts", "mount"].map((type) => ({ type })) },
  };
  writeFileSync(join(bundle, "config.json"), JSON.stringify(changed));
  const state = join(folder, "state");
  const child = spawn(runc, ["--root", state, "run", "--bundle", bundle, id], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { ...watched(child), ...inside(state, id), remove: () => remove(child, state, id) };
}

function watched(child: ChildProcess): Pick<Container, "output" | "hasEnded" | "stop"> {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    output: () => text,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const force = setTimeout(() => child.kill("SIGKILL"), minute);
      return await ended.finally(() => clearTimeout(force));
    },
  };
}

function inside(state: string, id: string): Pick<Container, "exec" | "memory" | "users"> {
  const numbers = (field: string) =>
    processesOf(state, id).map((pid) => {
      const text = readFileSync(`/proc/${pid}/status`, "utf8");
      return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
    });
  const megabytes = (field: string) =>
    Math.round(numbers(field).reduce((sum, kilobytes) => sum + kilobytes, 0) / 1_024);
  return {
    exec(...command) {
      const { status, stdout, stderr } = spawnSync(runc, ["--root", state, "exec", id, ...command], {
        encoding: "utf8",
        timeout: minute,
      });
      return { status, text: `${stdout}${stderr}` };
    },
    memory: () => ({ now: megabytes("VmRSS"), most: megabytes("VmHWM") }),
    users: () => numbers("Uid"),
  };
}

/** The processes in the container's namespace, by their numbers here. */
function processesOf(state: string, id: string): string[] {
  const answer = execFileSync(runc, ["--root", state, "ps", "--format", "json", id], {
    encoding: "utf8",
    timeout: minute,
  });
  return (JSON.parse(answer) as number[]).map(String);
}

async function remove(child: ChildProcess, state: string, id: string): Promise<void> {
  spawnSync(runc, ["--root", state, "delete", "--force", id], { timeout: minute });
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => {
      child.once("close", resolve);
      child.kill("SIGKILL");
    });
}

/** The files of an unpacked image that can be run, without libraries. */
export function executables(files: string): string[] {
  const names = readdirSync(files, { recursive: true, encoding: "utf8", withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => spawnSync("test", ["-x", path]).status === 0)
    .map((path) => path.slice(files.length))
    .filter((path) => !/\.so[.\d]*$/.test(path))
    .toSorted();
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
