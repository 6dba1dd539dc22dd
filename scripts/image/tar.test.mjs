import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { tarOf } from "./tar.mjs";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-tar-"));
afterAll(() => rmSync(folder, { recursive: true }));

const long = `app/${"folder/".repeat(16)}file`;
/** @type {import("./tar.mjs").Entry[]} */
const entries = [
  { path: "usr/bin/program", mode: 0o755, content: Buffer.from("#!/usr/bin/node\n") },
  { path: "usr/bin/link", mode: 0o777, link: "../../app/program" },
  { path: "var/lib/data", mode: 0o700, owner: 10_001 },
  { path: "tmp", mode: 0o1777 },
  { path: "etc/one-block", mode: 0o644, content: Buffer.alloc(512, "x") },
  { path: "etc/empty", mode: 0o644, content: Buffer.alloc(0) },
  { path: long, mode: 0o644, content: Buffer.from("deep") },
];

/** @param {readonly string[]} args */
const tar = (...args) => execFileSync("tar", args, { encoding: "utf8", timeout: 60_000 });

test("SLF03 tar reads what is written, with rights and owners, and without times and names of users", () => {
  const file = join(folder, "a.tar");
  writeFileSync(file, tarOf(entries));
  const lines = tar("--utc", "--full-time", "-tvf", file).trimEnd().split("\n");
  const short = lines.map((line) => line.replace(/ +/g, " ").replace("1970-01-01 00:00:00 ", ""));
  expect(short.filter((line) => !line.includes(" app/"))).toEqual([
    "drwxr-xr-x 0/0 0 etc/",
    "-rw-r--r-- 0/0 0 etc/empty",
    "-rw-r--r-- 0/0 512 etc/one-block",
    "drwxrwxrwt 0/0 0 tmp/",
    "drwxr-xr-x 0/0 0 usr/",
    "drwxr-xr-x 0/0 0 usr/bin/",
    "lrwxrwxrwx 0/0 0 usr/bin/link -> ../../app/program",
    "-rwxr-xr-x 0/0 16 usr/bin/program",
    "drwxr-xr-x 0/0 0 var/",
    "drwxr-xr-x 0/0 0 var/lib/",
    "drwx------ 10001/10001 0 var/lib/data/",
  ]);
  tar("-xf", file, "-C", folder, long, "etc/one-block");
  expect(readFileSync(join(folder, long), "utf8")).toBe("deep");
  expect(statSync(join(folder, "etc/one-block")).size).toBe(512);
});

test("SLF03 the same entries give the same bytes, in any order", () => {
  expect(tarOf(entries.toReversed()).equals(tarOf(entries))).toBe(true);
});

test("SLF03 two entries with one path, and a path that is too long, are refused", () => {
  expect(() => tarOf([...entries, ...entries])).toThrow("is in the image twice");
  expect(() => tarOf([{ path: "x".repeat(101), mode: 0o644, content: Buffer.alloc(1) }])).toThrow(
    "is too long",
  );
});
