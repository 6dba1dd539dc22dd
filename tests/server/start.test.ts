import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstConfiguration } from "@shardwatch/core/kit/agent-configuration";
import { hasRedis, startDemoRedis } from "@shardwatch/local/demo/redis";
import { bundleIn } from "./bundle.ts";
import { ownPort } from "../support/ports.ts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import {
  namesSeenBy,
  newFolder,
  newKey,
  reportOf,
  send,
  settingsIn,
  signIn,
  startIn,
  startServer,
} from "./process.ts";

const agent = fileURLToPath(new URL("../../packages/agent/src/main.ts", import.meta.url));
const nobody = 65_534;
/** Makes everything but one folder read-only, and gives up every right, for the command behind it. */
const asNobody = (writable: string) => [
  "unshare",
  "-m",
  "sh",
  "-c",
  'mount --bind "$1" "$1" && mount -o remount,ro,bind / && shift && exec "$@"',
  "sh",
  writable,
  "setpriv",
  "--reuid",
  String(nobody),
  "--regid",
  String(nobody),
  "--clear-groups",
  "--no-new-privs",
];
/** Only root may do that, and only outside of some containers. */
const canBeNobody =
  spawnSync("sh", ["-c", 'exec "$@"', "sh", ...asNobody(tmpdir()), process.execPath, "-v"]).status === 0;

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

describe("the server", { timeout: 300_000 }, () => {
  test.runIf(hasRedis())(
    "SLF03 serves web and API at one address, and lists a real Redis that a real agent reports",
    async () => {
      const folder = newFolder();
      const server = await startIn(folder, provider);
      expect(await (await fetch(`${server.webUrl}/anywhere`)).text()).toContain("<title>Shardwatch");
      expect(await (await fetch(`${server.webUrl}/config.json`)).json()).toMatchObject({
        environment: "production",
        apiUrl: `${server.webUrl}/api`,
        supportEmail: "support@example.com",
      });
      const admin = await signIn(server, provider, "admin@example.com");
      expect(await namesSeenBy(admin)).toEqual([]);
      const redis = await startDemoRedis(join(folder, "redis"));
      onTestFinished(() => redis.stop());
      const file = join(folder, "agent.yaml");
      const address = `localhost:${redis.port}`;
      writeFileSync(
        file,
        firstConfiguration({ api: server.apiUrl, key: await newKey(admin), name: "my-redis", address }),
      );
      const env = { ...process.env, REDISCLI_AUTH: "" };
      const reported = spawnSync(process.execPath, [agent, "once", "--config", file], {
        env,
        timeout: 60_000,
      });
      expect(reported.status, String(reported.stderr)).toBe(0);
      expect(await namesSeenBy(admin)).toEqual(["my-redis"]);
      const pages = await admin.call("GET", "/deployments.csv?limit=1");
      expect(pages.status).toBe(200);
    },
  );

  test("SLF03 nothing but the data folder is written, and the vault key is for its owner only", async () => {
    const folder = newFolder();
    const server = await startIn(folder, provider);
    expect(readdirSync(folder).toSorted()).toEqual(["data", "dist"]);
    expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "data", "vault.key")).mode & 0o777).toBe(0o600);
    const opened = openFilesOf(server.child.pid ?? 0).filter((path) => path.startsWith("/tmp/"));
    expect(opened.filter((path) => !path.startsWith(folder))).toEqual([]);
  });

  test.runIf(canBeNobody)("SLF03 it runs as a user without rights, on a read-only root", async () => {
    const folder = newFolder();
    const file = bundleIn(folder);
    const data = join(folder, "data");
    mkdirSync(data);
    chmodSync(folder, 0o755);
    chownSync(data, nobody, nobody);
    const settings = settingsIn(folder, await ownPort(), provider);
    const server = await startServer(settings, file, asNobody(data));
    const admin = await signIn(server, provider, "admin@example.com");
    expect(await send(server.apiUrl, await newKey(admin), reportOf(1))).toBe(202);
    expect(await namesSeenBy(admin)).toEqual(["server-0001"]);
    expect(statSync(join(data, "vault.key")).uid).toBe(nobody);
    expect(await server.stop()).toBe(0);
  });
});

/** The files that a process has open. */
function openFilesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return []; // closed between the two calls
    }
  });
}
