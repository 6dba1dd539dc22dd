import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };

const run = promisify(execFile);
const script = fileURLToPath(new URL("../build.mjs", import.meta.url));
let folder = "";
let bundle = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shardwatch-build-"));
  bundle = join(folder, "shardwatch-agent.mjs");
  await run(process.execPath, [script, bundle]);
});
afterAll(() => rm(folder, { recursive: true }));

test("the bundle runs alone in a folder without packages", async () => {
  const { stdout } = await run(process.execPath, [bundle, "--version"]);
  expect(stdout).toBe(`${packageJson.version}\n`);
  const file = join(folder, "agent.yaml");
  await writeFile(file, "api: nowhere\n");
  const failure = run(process.execPath, [bundle, "check", "--config", file]);
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("api: is not a web address"),
  });
});

test("the bundle holds no schema library and no other Redis client: that would cost memory and trust", async () => {
  const text = await readFile(bundle, "utf8");
  expect(text.length).toBeLessThan(180_000);
  expect(text).not.toMatch(/ZodError|ioredis|node-redis|redis-parser/);
});
