import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import {
  namesSeenBy,
  newFolder,
  newKey,
  newKeys,
  reportOf,
  runBeside,
  runCommand,
  type ServerProcess,
  send,
  settingsIn,
  signIn,
  startIn,
  startServer,
} from "./process.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const mostServers = 1_000;
const nameOf = (number: number) => reportOf(number).deployments[0]?.name ?? "";

/** Reports one server after the other until its end. */
function reportOn({ apiUrl }: ServerProcess, keyOf: (agent: number) => string) {
  const acknowledged: string[] = [];
  const ending = new AbortController();
  let next = 0;
  const sender = async () => {
    while (!ending.signal.aborted && next < mostServers) {
      const number = next++;
      expect(await send(apiUrl, keyOf(number), reportOf(number))).toBe(202);
      acknowledged.push(nameOf(number));
    }
  };
  const senders = Promise.all(Array.from({ length: 4 }, sender));
  return {
    acknowledged,
    async end() {
      ending.abort();
      await senders;
    },
  };
}

describe("SLF05 backup and restore", { timeout: 300_000 }, () => {
  test("a backup under load, restored in another folder, lists every server that was acknowledged before", async () => {
    const folder = newFolder();
    const server = await startIn(folder, provider);
    const admin = await signIn(server, provider, "admin@example.com");
    const channel = { kind: "webhook", name: "Team", url: "https://hooks.example.com/team" };
    expect((await admin.call("POST", "/channels", channel)).status).toBe(201);
    const { keyOf } = await newKeys(admin, mostServers);
    const load = reportOn(server, keyOf);
    while (load.acknowledged.length < 40) await new Promise((resolve) => setTimeout(resolve, 20));
    const before = [...load.acknowledged];
    const file = join(folder, "shardwatch.backup");
    const made = await runBeside(["backup", file], server.settings);
    const after = load.acknowledged.length;
    await load.end();
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(made.stdout).toMatch(/rows, \d+ KB, read back\. The vault key is in it\.\n$/);
    // Reports went on while it was made.
    expect(after).toBeGreaterThan(before.length);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
    await server.stop();

    const other = newFolder();
    const settings = { ...server.settings, SHARDWATCH_DATA: join(other, "data") };
    const restored = runCommand(["restore", file], settings);
    expect(restored).toMatchObject({ status: 0, stderr: "" });
    const database = join(other, "data", "database", "shardwatch.db");
    const secret = readFileSync(join(folder, "data", "vault.key"));
    expect(readFileSync(join(other, "data", "vault.key"))).toEqual(secret);
    expect(readFileSync(file).includes(secret)).toBe(true);
    expect(readFileSync(database).includes(secret)).toBe(false);
    await startServer(settings);
    const names = new Set(await namesSeenBy(admin));
    expect(before.filter((name) => !names.has(name))).toEqual([]);
    const [listed] = (
      (await (await admin.call("GET", "/channels")).json()) as { channels: { name: string }[] }
    ).channels.filter(({ name }) => name === "Team");
    expect(listed).toBeDefined();
    expect(await send(server.apiUrl, keyOf(0), reportOf(0))).toBe(202);
  });

  test("a copy of a stopped server is the same, and a key of the operator's own is not in it", async () => {
    const folder = newFolder();
    const keyFile = join(folder, "key");
    const server = await startIn(folder, provider, { VAULT_KEY_FILE: keyFile });
    const admin = await signIn(server, provider, "admin@example.com");
    expect(await send(server.apiUrl, await newKey(admin), reportOf(1))).toBe(202);
    await server.stop();
    const file = join(folder, "a.backup");
    expect(runCommand(["backup", file], server.settings).stdout).toContain(`Keep ${keyFile} with it.`);
    expect(readFileSync(file).includes(readFileSync(keyFile))).toBe(false);
    const other = newFolder();
    const settings = { ...server.settings, SHARDWATCH_DATA: join(other, "data") };
    expect(runCommand(["restore", file], settings).stdout).toContain("set VAULT_KEY_FILE to yours");
    const wrongKey = { ...settings, VAULT_KEY_FILE: join(other, "another") };
    await expect(startServer(wrongKey)).rejects.toThrow(/VAULT_KEY_FILE: there is no .*another/);
    await startServer(settings);
    expect(await namesSeenBy(admin)).toEqual([nameOf(1)]);
  });

  test("nothing is replaced: no file by a backup, no data by a restore", async () => {
    const folder = newFolder();
    const server = await startIn(folder, provider);
    const file = join(folder, "a.backup");
    expect(runCommand(["backup", file], server.settings).status).toBe(0);
    const again = runCommand(["backup", file], server.settings);
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining("exists already") });
    const running = runCommand(["restore", file], server.settings);
    expect(running).toMatchObject({ status: 1, stderr: expect.stringContaining("in use by another") });
    await server.stop();
    const over = runCommand(["restore", file], server.settings);
    expect(over).toMatchObject({ status: 1, stderr: expect.stringContaining("has data already") });
    const empty = newFolder();
    writeFileSync(join(empty, "vault.key"), Buffer.alloc(32));
    const otherKey = runCommand(["restore", file], { ...server.settings, SHARDWATCH_DATA: empty });
    expect(otherKey.stderr).toContain(`${join(empty, "vault.key")}. Restore into an empty folder`);
  });

  test("a damaged backup, another file and a missing one are refused, and leave nothing behind", async () => {
    const folder = newFolder();
    const server = await startIn(folder, provider);
    const file = join(folder, "a.backup");
    runCommand(["backup", file], server.settings);
    await server.stop();
    const other = newFolder();
    const settings = settingsIn(other, 1);
    const damaged = join(other, "damaged");
    const bytes = readFileSync(file);
    bytes.fill(7, 4_096 * 2, 4_096 * 8);
    writeFileSync(damaged, bytes);
    const short = join(other, "short");
    writeFileSync(short, readFileSync(file).subarray(0, 30_000));
    const plain = join(other, "plain");
    copyFileSync(join(folder, "data", "database", "shardwatch.db"), plain);
    for (const source of [damaged, short, plain]) {
      const refused = runCommand(["restore", source], settings);
      expect(refused, source).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("is damaged, or no backup"),
      });
      expect(existsSync(join(other, "data")), source).toBe(false);
    }
    expect(runCommand(["restore", join(other, "none")], settings).stderr).toContain("There is no ");
  });
});
