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
