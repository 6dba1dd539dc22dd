import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { createTable } from "@shardwatch/core/table/table";
import { afterEach, describe, expect, test } from "vitest";
import { type Database, startDatabase } from "./database.ts";
import { type EngineKind, hasEngine } from "./engines.ts";

const kinds: EngineKind[] = ["dynoxide", "dynamodb-local"];
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

describe.each(kinds)("%s", { timeout: 60_000 }, (kind) => {
  const has = hasEngine(kind);

  test.runIf(has)("the table is ready, and expired rows are removed from it", async () => {
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

  test.runIf(has)("a file keeps the rows over a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-database-"));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "database", "table.db");
    const first = await start(kind, file);
    await tableOf(first).put({ pk: "A", sk: "1", name: "kept" });
    await first.stop();
    const second = await start(kind, file);
    expect(await tableOf(second).get({ pk: "A", sk: "1" })).toMatchObject({ name: "kept" });
  });

  test.runIf(has)("OPS08 stop ends the emulator", async () => {
    const database = await start(kind);
    await database.stop();
    await expect(fetch(database.endpoint)).rejects.toThrow("fetch failed");
  });
});

test("one of the emulators can run here, so that nothing above was skipped in silence", () => {
  expect(kinds.some(hasEngine)).toBe(true);
});
