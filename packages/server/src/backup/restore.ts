import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { databaseFile } from "../database/address.ts";
import { lockDataFolder } from "../machine/data-lock.ts";
import { StartFailure } from "../machine/failure.ts";
import type { StorageSettings } from "../settings/storage.ts";
import { check, reachDisk, refuseTable, takeOut, withDatabase } from "./archive.ts";

/**
 * Fills a data folder without a database from a backup. The database gets its name last, so an interrupted
 * restore can be run again.
 * @returns a sentence about what is there now
 * @throws StartFailure for a damaged backup, and for a folder that has data or is in use
 */
export function restore(storage: StorageSettings, source: string): string {
  refuseTable(storage);
  const file = resolve(source);
  // A link that leads back to itself is none, too.
  if (!existsSync(file)) throw new StartFailure(`There is no ${file}.`);
  // The opening of a pipe would wait without end.
  if (!statSync(file).isFile()) throw new StartFailure(`${file} is no file, so it is no backup.`);
  const { rows, version, createdAt, vaultKey } = check(file);
  mkdirSync(storage.dataFolder, { recursive: true, mode: 0o700 });
  const unlock = lockDataFolder(storage.dataFolder);
  const database = databaseFile(storage.dataFolder);
  const draft = `${database}.partial`;
  try {
    refuseData(storage, database, vaultKey);
    mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
    rmSync(draft, { force: true });
    copyFileSync(file, draft, constants.COPYFILE_EXCL);
    chmodSync(draft, 0o600);
    withDatabase(draft, false, takeOut);
    reachDisk(draft);
    if (vaultKey) {
      writeFileSync(storage.vaultKeyFile, vaultKey, { mode: 0o600 });
      reachDisk(storage.vaultKeyFile);
    }
    renameSync(draft, database);
    reachDisk(database);
  } finally {
    rmSync(draft, { force: true });
    unlock();
  }
  const key = vaultKey ? "" : " The vault key was not in it: set VAULT_KEY_FILE to yours.";
  return `${storage.dataFolder} has ${rows} rows of ${createdAt}, written by version ${version}.${key}`;
}

/** A key that an interrupted restore of the same backup has left is no data. */
function refuseData(
  { dataFolder, vaultKeyFile }: StorageSettings,
  database: string,
  vaultKey: Uint8Array | undefined,
): void {
  const hasOtherKey =
    vaultKey !== undefined && existsSync(vaultKeyFile) && !readFileSync(vaultKeyFile).equals(vaultKey);
  const files = [database, `${database}-wal`].filter(existsSync);
  const [found] = hasOtherKey ? [...files, vaultKeyFile] : files;
  if (found === undefined) return;
  throw new StartFailure(
    `${dataFolder} has data already: ${found}. Restore into an empty folder, or move the data away first.`,
  );
}
