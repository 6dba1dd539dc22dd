import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
/** A network namespace with only the loopback, where the system allows one. */
const alone = ["unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
const canBeAlone = spawnSync(alone[0] ?? "", [...alone.slice(1), "true"]).status === 0;
/** Settings that would lead to an account of AWS, to a proxy or to a container engine. */
const leadsOut = /^(AWS_|SST_|DOCKER_|CONTAINER_|PODMAN_)|_PROXY$/i;

test(
  "OPS07 the product runs without an AWS account, without a network and without a container engine",
  { timeout: 300_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-alone-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [refused, bin, home] = [join(folder, "refused"), join(folder, "bin"), join(folder, "home")];
    mkdirSync(bin);
    mkdirSync(home);
    for (const engine of ["docker", "podman", "nerdctl", "containerd", "colima"])
      writeFileSync(join(bin, engine), `#!/bin/sh\necho "run ${engine}" >>"${refused}"\nexit 1\n`, {
        mode: 0o755,
      });
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist/index.html"), "<!doctype html><title>Shardwatch</title>");
    const kept = Object.entries(process.env).filter(([name]) => !leadsOut.test(name));
    const env = {
      ...Object.fromEntries(kept),
      // There are no credentials in a file either.
      HOME: home,
      PATH: `${bin}${delimiter}${process.env["PATH"]}`,
      WEB_DIST: join(folder, "dist"),
      NODE_OPTIONS: `--import=${path("loopback-only.mjs")}`,
      REFUSED_FILE: refused,
    };
    const program = [process.execPath, path("alone.ts"), join(folder, "data")];
    const [command = "", ...args] = canBeAlone ? [...alone, ...program] : program;
    const ran = spawnSync(command, args, { env, encoding: "utf8", timeout: 280_000, killSignal: "SIGKILL" });
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toEqual({
      statuses: [201, 200],
      sources: ["agent", "redis-cloud"],
    });
    expect(existsSync(refused) ? readFileSync(refused, "utf8") : "").toBe("");
  },
);
