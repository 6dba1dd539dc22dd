import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { runAgent } from "../../test/run-agent.ts";
import { readConfiguration } from "./read.ts";
import { ConfigurationError } from "./yaml.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-hostile-"));
  file = join(folder, "agent.yaml");
});
afterEach(() => rmSync(folder, { recursive: true }));

function faultsOf(path: string): readonly string[] {
  try {
    readConfiguration(path, {});
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

function faultsIn(text: string): readonly string[] {
  writeFileSync(file, text);
  return faultsOf(file);
}

describe("MND10 a configuration file that somebody made to do harm", () => {
  const usual = `api: https://a.test\nkey: ${testKey}\ndeployments: [{name: a, address: a}]\n`;
  const noWord = "the file: has a setting whose name is no word of letters";

  test.each([
    ["an order to the terminal", '"\\e]0;owned\\a": 1\n', noWord],
    ["a line of /etc/shadow", '"root:*:20228:0:99999:7": 1\n', noWord],
    ["a secret at the wrong place", `${testKey}: 1\n`, noWord],
  ])("%s as a name is not shown", (_, line, fault) => {
    expect(faultsIn(usual + line)).toEqual([fault]);
  });

  test("a mistyped word is shown, and what would be right", () => {
    expect(faultsIn(`${usual}helthFile: a\n`)).toEqual([
      expect.stringMatching(/^helthFile: is not a.*healthFile/),
    ]);
  });

  test.each([
    ["brackets", "[".repeat(800_000), "has more than 64 levels"],
    ["closing brackets", "]".repeat(800_000), "is not YAML at line 1, column 1 (UNEXPECTED_TOKEN)"],
    ["values", `[${"a,".repeat(400_000)}a]`, "has more than 200,000 words and marks"],
    [
      "names",
      Array.from({ length: 50_000 }, (_, name) => `a${name}:`).join("\n"),
      "has more than 100 settings at one place",
    ],
  ])("a megabyte of %s is refused before it is parsed", (_, text, fault) => {
    expect(faultsIn(text)).toEqual([`the file: ${fault}`]);
  });

  test("a pipe and a device are refused where a file should be, in the settings, too", () => {
    const [pipe, link] = [join(folder, "pipe"), join(folder, "link")];
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    symlinkSync("/dev/zero", link);
    const sentence = "is a pipe or a device, and must be a file";
    for (const path of [pipe, "/dev/zero", link]) {
      expect(faultsOf(path)).toEqual([`--config: the file ${path} ${sentence}`]);
      expect(faultsIn(usual.replace(`key: ${testKey}`, `keyFile: ${path}`))).toContain(
        `keyFile: the file that it names ${sentence}`,
      );
    }
  });

  test("health and check of a pipe end with a sentence", async () => {
    const pipe = join(folder, "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    for (const command of ["health", "check"])
      expect((await runAgent([command, "--config", pipe])).stderr).toContain("is a pipe or a device");
  });
});
