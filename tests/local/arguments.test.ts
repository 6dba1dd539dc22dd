import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("commands that take minutes end at once when they do not know an argument", () => {
  for (const [file, argument] of [
    ["scripts/engines.mjs", "--help"],
    ["scripts/prove.mjs", "--help"],
    ["tests/planted/main.ts", "--help"],
    ["tests/planted/main.ts", "no-such-fault"],
  ] as const) {
    const { status, stderr } = spawnSync(process.execPath, [file, argument], {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect({ file, status }).toEqual({ file, status: 2 });
    expect(stderr).toMatch(/takes no arguments|There is no/);
  }
});
