import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeTimeToLiveCommand, type DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { createTableClient } from "@shardwatch/core/table/client";
import { createTable } from "@shardwatch/core/table/table";
import { afterEach, describe, expect, test } from "vitest";
import { type Database, startDatabase } from "./database.ts";
import { emulators } from "../../../../tests/support/emulators.ts";
import type { EngineKind } from "./engines.ts";

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function start(kind: EngineKind, file?: string): Promise<Database> {
  const database = await startDatabase({ kind, ...(file && { file }) });
  cleanups.push(() => database.stop());
  return database;
}

function tableOf(database: Database) {
  const client = database.client();
  cleanups.push(() => client.destroy());
  return createTable({ client, name: database.tableName });
}

/** The status that a request gets. */
function statusOf(address: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(address, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once("error", reject);
  });
}

describe.each(emulators)("%s", { timeout: 60_000 }, (kind) => {
  test("the table is ready, and expired rows are removed from it", async () => {
    const database = await start(kind);
    const table = tableOf(database);
    await table.put({ pk: "A", sk: "1", name: "first" });
    expect(await table.get({ pk: "A", sk: "1" })).toMatchObject({ name: "first" });
    const client = database.client();
    cleanups.push(() => client.destroy());
    const { TimeToLiveDescription } = await client.send(
      new DescribeTimeToLiveCommand({ TableName: database.tableName }),
    );
    expect(TimeToLiveDescription).toEqual({ AttributeName: "ttl", TimeToLiveStatus: "ENABLED" });
  });

  test("a file keeps the rows over a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-database-"));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "database", "table.db");
    const first = await start(kind, file);
    await tableOf(first).put({ pk: "A", sk: "1", name: "kept" });
    await first.stop();
    const second = await start(kind, file);
    expect(await tableOf(second).get({ pk: "A", sk: "1" })).toMatchObject({ name: "kept" });
  });

  test("other people of this machine cannot read the files, also when the folder was open", async () => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-database-"));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, "database"));
    chmodSync(join(folder, "database"), 0o755);
    await start(kind, join(folder, "database", "table.db"));
    expect(statSync(join(folder, "database")).mode & 0o777).toBe(0o700);
  });

  test("OPS08 stop ends the emulator", async () => {
    const database = await start(kind);
    await statusOf(database.endpoint);
    await database.stop();
    await expect(statusOf(database.endpoint)).rejects.toThrow("ECONNREFUSED");
  });
});

test.each(emulators.filter((kind) => kind === "dynoxide"))(
  "%s itself listens where no page can find it",
  async (kind) => {
    const { endpoint } = await start(kind);
    const { hostname, port } = new URL(endpoint);
    expect(hostname).toMatch(/^127\./);
    await expect(statusOf(`http://127.0.0.1:${port}`)).rejects.toThrow("ECONNREFUSED");
  },
);

test.each(emulators.filter((kind) => kind === "dynamodb-local"))(
  "%s shows its data to nobody without our key",
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-database-"));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const database = await start(kind, join(folder, "table.db"));
    const tables = async (asker: DynamoDBClient) => {
      cleanups.push(() => asker.destroy());
      return (await asker.send(new ListTablesCommand())).TableNames;
    };
    expect(await tables(database.client())).toEqual([database.tableName]);
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const stranger = createTableClient({ endpoint: database.endpoint, region: "eu-central-1", credentials });
    expect(await tables(stranger)).toEqual([]);
  },
);
