import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createTable } from "@shardwatch/core/table/table";
import { describe, expect, onTestFinished, test } from "vitest";
import { intrude } from "../../../../tests/support/intruder.ts";
import { enginePort, succeeds } from "../../../../tests/support/machine.ts";
import { connect, type Database, type DatabaseOptions, startDatabase } from "./database.ts";
import { hasEngine } from "./engines.ts";

const isRoot = process.getuid?.() === 0;
const enter = isRoot ? ["--net"] : ["--user", "--map-root-user", "--net"];
const hasNamespaces = succeeds(["unshare", ...enter, "true"]);
if (!hasNamespaces) console.log("this machine makes no network namespaces: the wall is not tested");

async function start(tableName: string, options: DatabaseOptions): Promise<Database> {
  const database = await startDatabase({ kind: "dynoxide", tableName, ...options });
  onTestFinished(() => database.stop());
  return database;
}

function ended<T extends { destroy(): void }>(client: T): T {
  onTestFinished(() => client.destroy());
  return client;
}

const tableOf = (database: Database) =>
  createTable({ client: ended(database.leanClient()), name: database.tableName });

function newFile(...folders: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-wall-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, ...folders, "database", "table.db");
}

const allTables = ({ tables }: { tables: Record<string, string[]> }) => Object.values(tables).flat();

describe.runIf(hasNamespaces && hasEngine("dynoxide"))("in a network of its own", () => {
  test(
    "MND01 a program of another user in our network, such as a side-car, finds no engine by the list of ports",
    { timeout: 60_000 },
    async () => {
      const name = `walled-${process.pid}`;
      const database = await start(name, { file: newFile(), wall: "auto" });
      const open = await start(`open-${process.pid}`, {});
      expect([database.openBecause, database.socket]).toEqual([undefined, undefined]);
      await tableOf(database).put({ pk: "A", sk: "1", secret: "ours" });
      const found = await intrude();
      expect(allTables(found), "the intruder looks right").toContain(open.tableName);
      expect(allTables(found)).not.toContain(name);
      const { hostname, port } = new URL(database.endpoint);
      expect(found.tables[`${hostname}:${port}`]).toBeUndefined();
      await expect(fetch(database.endpoint)).rejects.toThrow("fetch failed");
      expect(await tableOf(database).get({ pk: "A", sk: "1" })).toMatchObject({ secret: "ours" });
    },
  );

  test.each([
    ["a short path", []],
    ["a path that is too long for a socket", ["long".repeat(40)]],
  ])(
    "MND01 programs of the same user come in by a socket at %s, and other users do not",
    { timeout: 60_000 },
    async (_, folders) => {
      const database = await start("shared", { file: newFile(...folders), wall: "auto", shared: true });
      const { socket = "" } = database;
      await tableOf(database).put({ pk: "A", sk: "1", number: 7 });
      const beside = createTable({ client: ended(connect(database)), name: database.tableName });
      expect(await beside.get({ pk: "A", sk: "1" })).toMatchObject({ number: 7 });
      for (const path of [socket, dirname(socket)]) expect(statSync(path).mode & 0o077, path).toBe(0);
      if (isRoot && folders.length === 0) expect((await intrude(socket)).socket).toBe("EACCES");
      await database.stop();
      expect(existsSync(socket)).toBe(false);
    },
  );

  test(
    "MND01 many requests at once, large rows and a restart pass the wall",
    { timeout: 60_000 },
    async () => {
      const file = newFile();
      const first = await start("kept", { file, wall: "auto" });
      const table = tableOf(first);
      const large = "ä".repeat(100_000);
      const all = Array.from({ length: 200 }, (_, index) => ({ pk: "A", sk: String(index), large }));
      await Promise.all(all.map((row) => table.put(row)));
      await first.stop();
      const second = await start("kept", { file, wall: "auto" });
      const again = tableOf(second);
      const rows = await Promise.all(all.map(({ pk, sk }) => again.get({ pk, sk })));
      expect(rows).toEqual(all);
    },
  );

  test(
    "MND01 the engine ends when the process that started it is killed, and its rows are there again",
    { timeout: 60_000 },
    async () => {
      const file = newFile();
      mkdirSync(dirname(file), { recursive: true });
      const module = JSON.stringify(new URL("./database.ts", import.meta.url).href);
      const script = `
        import { startDatabase } from ${module};
        await startDatabase({ kind: "dynoxide", file: ${JSON.stringify(file)}, wall: "required", shared: true });
        console.log("ready");`;
      const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(parent.stdout, "data");
      expect(enginePort(file)).toBeDefined();
      parent.kill("SIGKILL");
      await expect.poll(() => enginePort(file), { timeout: 20_000 }).toBeUndefined();
      const next = await start("shardwatch", { file, wall: "auto", shared: true });
      expect(await tableOf(next).get({ pk: "A", sk: "1" })).toBeUndefined();
    },
  );

  test("an engine that ends leaves no request waiting", { timeout: 60_000 }, async () => {
    const database = await start("ended", { file: newFile(), wall: "auto" });
    const table = tableOf(database);
    await database.stop();
    await expect(table.get({ pk: "A", sk: "1" })).rejects.toMatchObject({ kind: "unavailable" });
  });
});
