import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartFailure } from "../machine/failure.ts";
import type { StorageSettings } from "../settings/storage.ts";

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
 * Reads the whole file, and what it says about itself. The message of a failure has no text of the file.
 * @returns the same, and how many rows there are
 * @throws StartFailure for a damaged file, and for one that is no backup
 */
export function check(file: string): Enclosed & { rows: number } {
  try {
    return withDatabase(file, true, (database) => {
      const own = tablesOf(database);
      // A check of a column may compute for as long as its writer likes, and no table of ours has one.
      database.exec("PRAGMA trusted_schema = OFF; PRAGMA ignore_check_constraints = ON");
      if (database.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"] !== "ok")
        throw new StartFailure("Its pages do not fit together.");
      return { ...read(database), rows: rowsIn(database, own) };
    });
  } catch (error) {
    throw new StartFailure(`${file} is damaged, or no backup. ${reasonOf(error)}`, { cause: error });
  }
}

/** SQLite's message may quote the file; its text for the code does not. */
function reasonOf(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  const { errstr } = error as { errstr?: unknown };
  return typeof errstr === "string" ? `SQLite says: ${errstr}.` : "It can't be read.";
}

const identifier = String.raw`(?:\w+|"(?:[^"]|"")*")`;
const constraint = String.raw`(?:PRIMARY\s+KEY|AUTOINCREMENT|NOT\s+NULL|DEFAULT\s+(?:'[^']*'|\d+))`;
const column = String.raw`${identifier}(?:\s+(?:TEXT|INTEGER|REAL|BLOB))?(?:\s+${constraint})*`;
const columns = String.raw`\(${identifier}(?:,\s*${identifier})*\)`;
/** Columns that hold what was written into them, and indexes of such columns: what the database and `enclose` write. */
const plainTable = new RegExp(
  String.raw`^CREATE TABLE ${identifier}\s*\(\s*${column}(?:,\s*${column})*(?:,\s*PRIMARY KEY ${columns})?\s*\)$`,
);
const plainIndex = new RegExp(String.raw`^CREATE INDEX ${identifier} ON ${identifier} ${columns}$`);
const mostOfOne = 10_000; // characters; the longest has 1,000

/**
 * The names of its tables. Nothing else is read before: a view, a computed column or an index on an expression could
 * keep the reader busy without end. A trigger would run in the restored database.
 */
function tablesOf(database: DatabaseSync): Set<string> {
  const all = database.prepare("SELECT type, name, sql FROM sqlite_schema").all();
  const isOurs = ({ type, sql }: (typeof all)[number]) => {
    // SQLite makes an index of each primary key by itself.
    if (sql === null) return type === "index";
    const text = String(sql);
    return text.length <= mostOfOne && (plainTable.test(text) || plainIndex.test(text));
  };
  if (!all.every(isOurs))
    throw new StartFailure("It has something that computes, such as a view or a trigger. A backup has none.");
  const names = new Set(all.filter(({ type }) => type === "table").map((each) => String(each["name"])));
  if (!names.has(table) || !names.has(tables)) throw new StartFailure("The command backup has not made it.");
  return names;
}

const vaultKeyBytes = 32;

function read(database: DatabaseSync): Enclosed {
  const all = database.prepare(`SELECT name, value FROM ${table} LIMIT 10`).all();
  const of = (name: string) => all.find((row) => row["name"] === name)?.["value"];
  const [version, createdAt, vaultKey] = [String(of("version")), String(of("createdAt")), of("vaultKey")];
  // Both are shown.
  if (!/^\d[\w.+-]{0,40}$/.test(version) || !/^\d{4}-[\dT:.-]{1,30}Z$/.test(createdAt))
    throw new StartFailure("It does not say which version wrote it, and when.");
  if (vaultKey === undefined) return { version, createdAt };
  if (!(vaultKey instanceof Uint8Array) || vaultKey.length !== vaultKeyBytes)
    throw new StartFailure(`The vault key in it has not ${vaultKeyBytes} bytes.`);
  return { version, createdAt, vaultKey };
}

/** @param own the file's tables; it may list others, or one of them a thousand times */
function rowsIn(database: DatabaseSync, own: ReadonlySet<string>): number {
  const listed = database.prepare(`SELECT DISTINCT table_name AS name FROM ${tables}`).all();
  const names = listed.map(({ name }) => String(name));
  if (!names.every((name) => own.has(name))) throw new StartFailure("It lists tables that it does not have.");
  const counts = names.map((name) => {
    const quoted = name.replaceAll('"', '""');
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

/** A table elsewhere has backups of its own. */
export function refuseTable(settings: Pick<StorageSettings, "table">): void {
  if (settings.table)
    throw new StartFailure(
      "TABLE_NAME is set, so the database isn't the embedded one. Use the backups of that database.",
    );
}
