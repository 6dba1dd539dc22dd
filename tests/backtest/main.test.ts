import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../architecture/files.ts";
import { measuresOf } from "./score.ts";

test("the command prints its seeds, every bar of both generators, and fails when one does not hold", () => {
  const args = ["tests/backtest/main.ts", "--databases", "31", "--seeds", "4", "5", "--families"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect(stderr).toBe("");
  const [first, second] = ["first", "second"].map((name) =>
    stdout.indexOf(`The ${name} generator, seeds 4 5`),
  );
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(0);
  for (const { name } of measuresOf([]))
    expect(stdout.split(name.replace("(none)", "")).length - 1, name).toBe(2);
  expect(stdout.match(/(time a database|\nfamily) .*/g)).toHaveLength(4);
  expect(status).toBe(stdout.includes("FAILED") ? 1 : 0);
});
