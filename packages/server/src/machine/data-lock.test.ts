import { createHash } from "node:crypto";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { lockDataFolder } from "./data-lock.ts";
import { StartFailure } from "./failure.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-lock-"));
  file = join(folder, "running.json");
  return () => rmSync(folder, { recursive: true, force: true });
});

const module = fileURLToPath(new URL("data-lock.ts", import.meta.url));
const lockAndStay = `
  const { lockDataFolder } = await import(${JSON.stringify(module)});
  try { lockDataFolder(process.argv[1]); console.log("taken"); } catch (error) { console.log(error.message); }
  setInterval(() => undefined, 1000);`;

/** A process that tries to take the folder and then stays; `said` is how that went. */
async function another(): Promise<{ child: ChildProcess; said: string }> {
  const args = ["--input-type=module", "--eval", lockAndStay, folder];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said).trim() };
}

test("a folder that a living process has is refused with its number; given back, it can be taken again", () => {
  const giveBack = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(
    new StartFailure(
      `The data in ${folder} is in use by another Shardwatch (process ${process.pid}). ` +
        "Stop it, or choose another folder with SHARDWATCH_DATA.",
    ),
  );
  giveBack();
  expect(readdirSync(folder)).toEqual([]);
  lockDataFolder(folder)();
});

test("the lock of a killed process is replaced, and of eight that start at once only one gets the folder", async () => {
  const { child: killed } = await another();
  expect(() => lockDataFolder(folder)).toThrow(`process ${killed.pid}`);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const starters = await Promise.all(Array.from({ length: 8 }, another));
  const winners = starters.filter(({ said }) => said === "taken");
  expect(winners).toHaveLength(1);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: winners[0]?.child.pid });
  expect(readdirSync(folder)).toEqual(["running.json"]);
});

test.each([
  ["of a process whose number another one has now", JSON.stringify({ pid: process.pid, started: "1" })],
  ["that is empty, as after a power cut", ""],
  ["that is something else", '{"pid":-1}'],
])("a lock %s is replaced", (_, text) => {
  writeFileSync(file, text);
  const giveBack = lockDataFolder(folder);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
  giveBack();
});

test("a starter that was killed while it replaced a lock stands in nobody's way", () => {
  const dead = JSON.stringify({ pid: process.pid, started: "1" });
  writeFileSync(file, dead);
  writeFileSync(`${file}.${createHash("sha256").update(dead).digest("hex").slice(0, 16)}`, dead);
  const giveBack = lockDataFolder(folder);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
  expect(readdirSync(folder)).toEqual(["running.json"]);
  giveBack();
});

test("what somebody else has taken since is not given back", () => {
  const giveBack = lockDataFolder(folder);
  const other = JSON.stringify({ pid: 1, started: "1" });
  writeFileSync(file, other);
  giveBack();
  expect(readFileSync(file, "utf8")).toBe(other);
});
