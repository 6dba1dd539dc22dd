import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { databaseFile } from "../database/address.ts";
import { StartFailure } from "../machine/failure.ts";
import { readStorage } from "../settings/storage.ts";
import { backUp } from "./backup.ts";

function newStorage() {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const storage = readStorage({ SHARDWATCH_DATA: join(folder, "data") });
  const source = databaseFile(storage.dataFolder);
  mkdirSync(dirname(source), { recursive: true });
  const database = new DatabaseSync(source);
  database.exec("CREATE TABLE _tables (table_name TEXT)");
  database.close();
  writeFileSync(storage.vaultKeyFile, Buffer.alloc(32));
  return { folder, storage };
}

test("MND10 a link that leads nowhere is no place for a backup, and neither is a file as its folder", async () => {
  const { folder, storage } = newStorage();
  const target = join(folder, "today.backup");
  symlinkSync(join(folder, "elsewhere"), target);
  const refused = await backUp(storage, target).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartFailure);
  expect(refused).toMatchObject({ message: `${target} exists already. A backup never replaces a file.` });
  expect(existsSync(join(folder, "elsewhere"))).toBe(false);
  writeFileSync(join(folder, "file"), "");
  await expect(backUp(storage, join(folder, "file", "a.backup"))).rejects.toThrow("its folder is a file");
  expect(readdirSync(folder).toSorted()).toEqual(["data", "file", "today.backup"]);
});

test("MND10 a file that takes the name of a backup while it is made stays, and the backup ends with a sentence", async () => {
  const { folder, storage } = newStorage();
  const target = join(folder, "today.backup");
  const made = backUp(storage, target);
  // The copy goes on in another turn, so this comes in between.
  writeFileSync(target, "another's");
  await expect(made).rejects.toThrow(
    new StartFailure(`${target} exists already. A backup never replaces a file.`),
  );
  expect(readdirSync(folder).toSorted()).toEqual(["data", "today.backup"]);
});
