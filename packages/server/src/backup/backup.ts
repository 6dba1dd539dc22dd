import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { databaseFile } from "../database/address.ts";
import { StartFailure } from "../machine/failure.ts";
import type { StorageSettings } from "../settings/storage.ts";
import { productVersion } from "../version.ts";
import { check, enclose, reachDisk, withDatabase } from "./archive.ts";
import { refuseTable } from "./refuse-table.ts";

/**
 * More pages than a file has. SQLite then copies all of them within one transaction, which the product's writes
 * neither wait for nor disturb. In several steps, each write in between would start the copy anew.
 */
const allPages = 2_147_483_647;

/**
 * Copies the embedded database into a new file, while the product runs or not. The file is read back before it
 * gets its name.
 * @returns a sentence about the file
 * @throws StartFailure when there is nothing to copy, or there is such a file already
 */
export async function backUp(storage: StorageSettings, target: string): Promise<string> {
  refuseTable(storage);
  const source = databaseFile(storage.dataFolder);
  if (!existsSync(source))
    throw new StartFailure(`SHARDWATCH_DATA: there is no database in ${storage.dataFolder}`);
  const file = resolve(target);
  if (existsSync(file)) throw new StartFailure(`${file} exists already. A backup never replaces a file.`);
  const draft = `${file}.${process.pid}.partial`;
  // It will hold the vault key, so nobody else may read it from the beginning on.
  writeDraft(draft, file);
  try {
    await copy(source, draft);
    const vaultKey = storage.hasOwnKeyFile ? undefined : readFileSync(storage.vaultKeyFile);
    const createdAt = new Date().toISOString();
    withDatabase(draft, false, (database) =>
      enclose(database, { version: productVersion(), createdAt, vaultKey }),
    );
    const { rows } = check(draft);
    reachDisk(draft);
    // Unlike a rename, a link replaces nothing.
    linkSync(draft, file);
    reachDisk(file);
    const key = vaultKey ? "The vault key is in it." : `Keep ${storage.vaultKeyFile} with it.`;
    return `${file}: ${rows} rows, ${Math.ceil(statSync(file).size / 1_024)} KB, read back. ${key}`;
  } finally {
    rmSync(draft, { force: true });
  }
}

async function copy(source: string, draft: string): Promise<void> {
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    await backup(database, draft, { rate: allPages });
  } finally {
    database.close();
  }
}

function writeDraft(draft: string, file: string): void {
  try {
    writeFileSync(draft, "", { mode: 0o600, flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "its folder does not exist" : code;
    throw new StartFailure(`${file} can't be written (${reason})`, { cause: error });
  }
}
