import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleIn } from "./bundle.ts";
import { ownPort } from "../support/ports.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import {
  namesSeenBy,
  newFolder,
  newKey,
  runCommand,
  settingsIn,
  signIn,
  startIn,
  startServer,
  until,
} from "./process.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

describe("the server", { timeout: 300_000 }, () => {
  test("SLF03 a restart keeps everything, and a clean stop is no failure", async () => {
    const folder = newFolder();
    const first = await startIn(folder, provider);
    const admin = await signIn(first, provider, "admin@example.com");
    await newKey(admin);
    expect(await first.stop()).toBe(0);
    expect(first.output()).toContain('"message":"stopped"');
    const second = await startServer(first.settings);
    const keys = (await (await admin.call("GET", "/access-key")).json()) as { accessKeys: unknown[] };
    expect(keys.accessKeys).toHaveLength(1);
    expect(await second.stop("SIGINT")).toBe(0);
  });

  test("SLF03 wrong settings are messages that name them, and the help names the commands", () => {
    const PROVIDER_SITE_URL = "https://provider.example";
    const wrong = runCommand([], {
      PUBLIC_URL: "localhost",
      TRUSTED_PROXIES: "everybody",
      PROVIDER_SITE_URL,
    });
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain("PUBLIC_URL: must be an address that starts with http");
    expect(wrong.stderr).toContain("PROVIDER_API_URL: is required with PROVIDER_SITE_URL");
    expect(runCommand(["--help"], {}).stdout).toContain("backup <file>");
  });

  test("SLF03 no demo is there: no route of it, no simulator, no person of the seed", async () => {
    const server = await startIn(newFolder(), provider);
    const admin = await signIn(server, provider, "admin@example.com");
    expect((await admin.call("POST", "/demo-data")).status).toBe(404);
    expect((await admin.call("GET", "/agent-download")).status).toBe(404);
    expect(await namesSeenBy(admin)).toEqual([]);
  });

  test("SLF03 web and API can have two addresses, and the session's cookie is Secure behind https", async () => {
    const [port, apiPort] = [await ownPort(), await ownPort()];
    const folder = newFolder();
    const settings = {
      ...settingsIn(folder, port, provider),
      PUBLIC_URL: "https://shardwatch.example",
      PUBLIC_API_URL: "https://api.shardwatch.example",
      API_PORT: String(apiPort),
    };
    const server = await startServer(settings);
    const [webUrl, apiUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${apiPort}`];
    expect(await (await fetch(`${webUrl}/config.json`)).json()).toMatchObject({
      apiUrl: "https://api.shardwatch.example",
    });
    const identity = `JSESSIONID=${await provider.signIn("admin@example.com")}`;
    const arrival = await fetch(`${apiUrl}/auth/login`, {
      method: "POST",
      headers: { origin: "https://shardwatch.example", cookie: identity },
    });
    expect(arrival.status).toBe(204);
    expect(arrival.headers.getSetCookie().join()).toMatch(/^__Host-shardwatch_session=.*; Secure/);
    for (const url of [`${webUrl}/`, `${apiUrl}/deployments`, `${apiUrl}/reference`])
      expect((await fetch(url)).headers.get("strict-transport-security"), url).not.toContain(
        "includeSubDomains",
      );
    expect(await server.stop()).toBe(0);
  });

  test("SLF03 a database that ended by itself ends the server with a message", async () => {
    const server = await startIn(newFolder(), provider);
    const database = readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, "utf8");
    for (const pid of database.trim().split(" ")) process.kill(-Number(pid), "SIGKILL");
    await until(() => server.child.exitCode !== null, "the server has ended");
    expect(server.child.exitCode).toBe(1);
    expect(server.output()).toContain("the database has ended unexpectedly");
  });

  test("SLF03 a folder that is in use, and a key of another database, are messages", async () => {
    const folder = newFolder();
    const first = await startIn(folder, provider);
    await expect(startIn(folder, provider)).rejects.toThrow(/in use by another Shardwatch/);
    await first.stop();
    const key = join(folder, "data", "vault.key");
    writeFileSync(key, Buffer.alloc(32, 7));
    await expect(startServer(first.settings)).rejects.toThrow(/VAULT_KEY_FILE: .* is not the key/);
  });

  test("SLF03 it tells its version, and a command without its file is a failure", () => {
    expect(runCommand(["--version"], {}).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(runCommand(["backup"], {}).status).toBe(1);
  });

  test("SLF03 one bundled file runs the same in an empty folder, without a shell on its path", async () => {
    const folder = newFolder();
    const file = bundleIn(folder);
    const settings = { ...settingsIn(folder, await ownPort(), provider), PATH: "" };
    const server = await startServer(settings, file);
    const { version } = (await (await fetch(`${server.apiUrl}/health`)).json()) as { version: string };
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(await namesSeenBy(await signIn(server, provider, "admin@example.com"))).toEqual([]);
    expect(runCommand(["backup", join(folder, "one.backup")], settings, file).status).toBe(0);
    expect(await server.stop()).toBe(0);
  });
});
