import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartFailure } from "../machine/failure.ts";

/*
 * A backup is the embedded database's file, which is SQLite, with one table more. The table says what the file
 * is, and holds the vault key.
 */

const table = "shardwatch_backup";
/** The database's own table of tables. */
const tables = "_tables";

/** What a backup says about itself. */
export interface Enclosed {
  /** The version of the product that wrote it. */
  version: string;
  /** ISO 8601. */
  createdAt: string;
  /** Absent where the operator keeps the key. */
  vaultKey?: Uint8Array | undefined;
}

/** Opens an SQLite file, and closes it whatever happens. */
export function withDatabase<T>(file: string, readOnly: boolean, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Adds the table, and makes one file of the database: in WAL mode it would have a second one. */
export function enclose(database: DatabaseSync, { version, createdAt, vaultKey }: Enclosed): void {
  database.exec(`PRAGMA journal_mode = DELETE; CREATE TABLE ${table} (name TEXT PRIMARY KEY, value BLOB)`);
  const insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  insert.run("version", version);
  insert.run("createdAt", createdAt);
  if (vaultKey !== undefined) insert.run("vaultKey", vaultKey);
}

/** Takes the table out again. What it held is overwritten, not only marked as free. */
export function takeOut(database: DatabaseSync): void {
  database.exec(`PRAGMA secure_delete = ON; DROP TABLE ${table}`);
}

/**
 * Reads the whole file, and what it says about itself.
 * @returns the same, and how many rows there are
 * @throws StartFailure for a damaged file, and for one that is no backup
 */
export function check(file: string): Enclosed & { rows: number } {
  try {
    return withDatabase(file, true, (database) => {
      const verdict = database.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
      if (verdict !== "ok") throw new Error(String(verdict));
      return { ...read(database), rows: rowsIn(database) };
    });
  } catch (error) {
    throw new StartFailure(`${file} is damaged, or no backup. ${(error as Error).message}`, { cause: error });
  }
}

function read(database: DatabaseSync): Enclosed {
  const all = database.prepare(`SELECT name, value FROM ${table}`).all();
  const of = (name: string) => all.find((row) => row["name"] === name)?.["value"];
  const vaultKey = of("vaultKey");
  return {
    version: String(of("version")),
    createdAt: String(of("createdAt")),
    vaultKey: vaultKey instanceof Uint8Array ? vaultKey : undefined,
  };
}

function rowsIn(database: DatabaseSync): number {
  const names = database.prepare(`SELECT table_name AS name FROM ${tables}`).all();
  const counts = names.map(({ name }) => {
    const quoted = String(name).replaceAll('"', '""');
    return Number(database.prepare(`SELECT count(*) AS rows FROM "${quoted}"`).get()?.["rows"]);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Waits until the disk has a file and its name. Without it, a power cut could take back a finished copy. */
export function reachDisk(file: string): void {
  for (const path of [file, dirname(file)]) {
    const descriptor = openSync(path, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}
