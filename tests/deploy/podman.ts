import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const deadline = 120_000;

export interface Podman {
  /** Runs podman, and returns its output. Throws with what it said when it fails. */
  podman: (...args: string[]) => string;
  /** The same, for a command that may fail. */
  attempt: (...args: string[]) => { status: number | null; text: string };
  /** Runs podman-compose in a folder with these variables. It ends with 0 also when a container did not start. */
  compose: (folder: string, variables: Readonly<Record<string, string>>, ...args: string[]) => string;
  remove: () => void;
}

/**
 * Podman with images, containers and networks of its own: those of this machine are never touched. It uses runc, and
 * works without systemd, as in a container of a pipeline.
 */
export function ownPodman(folder: string): Podman {
  mkdirSync(folder);
  const path = (name: string) => join(folder, name);
  const [settings, storage] = [path("containers.conf"), path("storage.conf")];
  const toml = (values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => `${name} = "${value}"\n`);
  const engine = {
    runtime: "runc",
    cgroup_manager: "cgroupfs",
    events_logger: "file",
    static_dir: path("static"),
    tmp_dir: path("tmp"),
    volume_path: path("volumes"),
  };
  const parts = [
    // Podman raises the limit of open files, which takes a right that root need not have in a pipeline.
    "[containers]\ndefault_ulimits = []\n",
    "[engine]\n",
    ...toml(engine),
    "[network]\n",
    ...toml({ network_config_dir: path("networks") }),
  ];
  writeFileSync(settings, parts.join(""));
  // The only driver that works on every file system.
  const stored = { driver: "vfs", graphroot: path("images"), runroot: path("run") };
  writeFileSync(storage, ["[storage]\n", ...toml(stored)].join(""));
  const own = { ...process.env, CONTAINERS_CONF: settings, CONTAINERS_STORAGE_CONF: storage };

  function attempt(command: string, args: readonly string[], cwd: string, variables = {}) {
    const env = { ...own, ...variables };
    const ended = spawnSync(command, args, { cwd, env, encoding: "utf8", timeout: deadline });
    return { status: ended.status, out: ended.stdout, text: `${ended.stdout}${ended.stderr}` };
  }
  function run(command: string, args: readonly string[], cwd: string, variables = {}): string {
    const { status, out, text } = attempt(command, args, cwd, variables);
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${text}`);
    return out.trim();
  }
  return {
    podman: (...args) => run("podman", args, folder),
    attempt: (...args) => attempt("podman", args, folder),
    compose: (at, variables, ...args) => attempt("podman-compose", args, at, variables).text,
    remove() {
      attempt("podman", ["rm", "--all", "--force"], folder);
      attempt("podman", ["network", "prune", "--force"], folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
