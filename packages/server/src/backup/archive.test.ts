import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { check, enclose } from "./archive.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A backup of some rows with an index, and the place of a value within the index. */
function backup() {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-archive-"));
  folders.push(folder);
  const file = join(folder, "a.backup");
  const database = new DatabaseSync(file);
  database.exec("CREATE TABLE _tables (table_name TEXT); INSERT INTO _tables VALUES ('own')");
  database.exec(
    "CREATE TABLE own (id INTEGER PRIMARY KEY, word TEXT, rest TEXT); CREATE INDEX words ON own (word)",
  );
  const insert = database.prepare("INSERT INTO own (word, rest) VALUES (?, ?)");
  for (let index = 0; index < 20; index += 1) insert.run(`word-${index + 10}`, "x".repeat(50));
  enclose(database, { version: "0.3.0", createdAt: "2026-11-26T10:00:00Z" });
  const page = Number(
    database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'words'").get()?.["rootpage"],
  );
  const size = Number(database.prepare("PRAGMA page_size").get()?.["page_size"]);
  database.close();
  return { file, at: readFileSync(file).indexOf("word-15", (page - 1) * size) };
}

test("MND21 a backup with a damaged index is refused, although all of its rows can be read", () => {
  const { file, at } = backup();
  expect(check(file)).toMatchObject({ version: "0.3.0", rows: 20 });
  const bytes = readFileSync(file);
  bytes.write("lord", at);
  writeFileSync(file, bytes);
  const database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare("SELECT count(*) AS rows FROM own").get()).toMatchObject({ rows: 20 });
  database.close();
  expect(() => check(file)).toThrow("is damaged, or no backup");
});

/** Counts without end when it is read. */
const endless = "WITH RECURSIVE more(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM more) SELECT x FROM more";
const escape = "\u001b]0;hunter2\u0007";

test.each([
  [
    "an endless view among its tables",
    `INSERT INTO _tables VALUES ('view'); CREATE VIEW view AS ${endless}`,
    "It has something that computes",
  ],
  [
    "an endless view in place of the table of tables",
    `DROP TABLE _tables; CREATE VIEW _tables AS ${endless}`,
    "It has something that computes",
  ],
  [
    "an endless view in place of what it says about itself",
    `DROP TABLE shardwatch_backup; CREATE VIEW shardwatch_backup AS ${endless}`,
    "It has something that computes",
  ],
  [
    "a trigger that would run in the restored database",
    `CREATE TRIGGER hunter2 AFTER INSERT ON own BEGIN DELETE FROM own; END`,
    "It has something that computes",
  ],
  [
    "a computed column in the table of tables",
    "DROP TABLE _tables; CREATE TABLE _tables (word, table_name AS (length(word) > 0))",
    "It has something that computes",
  ],
  [
    "a check of a column",
    "CREATE TABLE hunter2 (word CHECK (length(word) > 0))",
    "It has something that computes",
  ],
  [
    "an index on an expression",
    "CREATE INDEX hunter2 ON own (length(word) > 0)",
    "It has something that computes",
  ],
  [
    "an index of some rows",
    "CREATE INDEX hunter2 ON own (word) WHERE length(word) > 0",
    "It has something that computes",
  ],
  [
    "a virtual table behind a comment",
    "CREATE/**/VIRTUAL TABLE hunter2 USING fts5(x)",
    "It has something that computes",
  ],
  [
    "a table of very many blanks",
    `CREATE TABLE hunter2 (${" ".repeat(100_000)}x)`,
    "It has something that computes",
  ],
  [
    "tables that it does not have",
    "INSERT INTO _tables VALUES ('hunter2')",
    "It lists tables that it does not have",
  ],
  ["no list of tables", "DROP TABLE _tables", "The command backup has not made it"],
  [
    "escape sequences as its version",
    `UPDATE shardwatch_backup SET value = '${escape}' WHERE name = 'version'`,
    "It does not say which version wrote it",
  ],
  [
    "a million bytes as its vault key",
    "INSERT INTO shardwatch_backup VALUES ('vaultKey', zeroblob(1000000))",
    "The vault key in it has not 32 bytes",
  ],
  [
    "a row that its table forbids, in a table with escape sequences as its name",
    `PRAGMA ignore_check_constraints = ON; CREATE TABLE "${escape}" (x NOT NULL);
     INSERT INTO "${escape}" VALUES (1); PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET rootpage = 2 WHERE name = '${escape}'`,
    "Its pages do not fit together",
  ],
])("MND10 a backup with %s is refused with a sentence that quotes nothing of it", (_, hostile, sentence) => {
  const { file } = backup();
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(hostile);
  database.close();
  const refused = messageOf(() => check(file));
  expect(refused).toBe(`${file} is damaged, or no backup. ${refused.slice(refused.indexOf(sentence))}`);
  expect(refused).toContain(sentence);
  expect(refused).not.toContain("hunter2");
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}
