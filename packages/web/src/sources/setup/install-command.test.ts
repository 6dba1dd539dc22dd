import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installCommand } from "./install-command.ts";

const configuration = "key: secret\n";
const system = process.platform === "darwin" ? "macos" : "linux";
const command = installCommand(system, { configuration, download: undefined, releases: undefined });
let folder: string;
const file = () => join(folder, "agent.yaml");

/** A folder with a downloaded agent that only says how it is called. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-install-"));
  const agent = "console.log('agent', process.argv[2]);";
  const sum = createHash("sha256").update(agent).digest("hex");
  writeFileSync(join(folder, "shardwatch-agent.mjs"), agent);
  writeFileSync(join(folder, "SHA256SUMS"), `${sum}  shardwatch-agent.mjs\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

function paste() {
  const PATH = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: folder,
    env: { ...process.env, PATH },
    encoding: "utf8",
  });
  const calls = stdout.split("\n").filter((line) => line.startsWith("agent "));
  return { status, calls, stderr };
}

test("ONB01 the command writes a file that only its owner can read, checks it, and runs the agent", () => {
  expect(paste()).toMatchObject({ status: 0, calls: ["agent check", "agent run"] });
  expect(readFileSync(file(), "utf8")).toBe(configuration);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test("ONB01 the command writes no key into a file that is there, which others may be able to read", () => {
  writeFileSync(file(), "key: another\n");
  chmodSync(file(), 0o644);
  const { status, calls, stderr } = paste();
  expect(stderr).toContain("agent.yaml exists already. Remove it, or paste this into another folder.");
  expect(status).not.toBe(0);
  expect(calls).toEqual([]);
  expect(readFileSync(file(), "utf8")).toBe("key: another\n");
});

test("ONB01 the command writes no key through a link to a file that is not there yet", () => {
  const elsewhere = join(folder, "elsewhere");
  symlinkSync(elsewhere, file());
  const { status, calls } = paste();
  expect(status).not.toBe(0);
  expect(calls).toEqual([]);
  expect(existsSync(elsewhere)).toBe(false);
});
