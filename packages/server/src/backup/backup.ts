import { existsSync, linkSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { databaseFile } from "../database/address.ts";
import { StartFailure } from "../machine/failure.ts";
import type { StorageSettings } from "../settings/storage.ts";
import { productVersion } from "../version.ts";
import { check, enclose, reachDisk, refuseTable, withDatabase } from "./archive.ts";

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
  if (isThere(file)) throw existsAlready(file);
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
    giveName(draft, file);
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

/** Also of a link that leads nowhere. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

const existsAlready = (file: string) =>
  new StartFailure(`${file} exists already. A backup never replaces a file.`);

/** Why a file can't be written, by the system's code. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder is a file",
  EACCES: "this user may not write there",
  EROFS: "nothing can be written there",
  ENOSPC: "the disk is full",
  EPERM: "its file system has no hard links; write to another one, and copy the file from there",
};

function cannotWrite(file: string, error: unknown): StartFailure {
  const { code = "" } = error as NodeJS.ErrnoException;
  return new StartFailure(`${file} can't be written (${reasons[code] ?? code})`, { cause: error });
}

/** Unlike a rename, a link replaces nothing, also what came in between. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? existsAlready(file) : cannotWrite(file, error);
  }
}

function writeDraft(draft: string, file: string): void {
  try {
    writeFileSync(draft, "", { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new StartFailure(`${draft} is left of another backup. Delete it, and try again.`);
    throw cannotWrite(file, error);
  }
}
