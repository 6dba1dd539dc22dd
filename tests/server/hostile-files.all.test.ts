import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder, runCommand } from "./process.ts";

/* Each of these would wait or read without end, so it is tried in a process of its own. */

function newPipe(folder: string): string {
  const pipe = join(folder, "pipe");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  return pipe;
}

test("MND10 check-config of a pipe, of a device and of a link to one ends with a sentence", () => {
  const folder = newFolder();
  const link = join(folder, "shardwatch.yaml");
  symlinkSync("/dev/zero", link);
  const faults = [newPipe(folder), "/dev/zero", link].map((file) => {
    const { status, stderr } = runCommand(["check-config", file], {});
    return [status, stderr.split("\n").slice(1)];
  });
  const noFile = [1, ["the file is a pipe or a device, and must be a file", ""]];
  const away = "the file is a link that leads out of its folder; give the path of the file itself";
  expect(faults).toEqual([noFile, noFile, [1, [away, ""]]]);
});

test("MND10 restore of a pipe, of a device and of a link to itself ends with a sentence, and makes nothing", () => {
  const folder = newFolder();
  const data = join(folder, "data");
  for (const file of [newPipe(folder), "/dev/zero"]) {
    const refused = runCommand(["restore", file, data], {});
    expect(refused).toMatchObject({ status: 1, stderr: `${file} is no file, so it is no backup.\n` });
  }
  const round = join(folder, "round");
  symlinkSync("round", round);
  const refused = runCommand(["restore", round, data], {});
  expect(refused).toMatchObject({ status: 1, stderr: `There is no ${round}.\n` });
  expect(existsSync(data)).toBe(false);
});
