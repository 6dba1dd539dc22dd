import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startProduct } from "../e2e/product.ts";
import { signIn } from "./api-client.ts";

const program = fileURLToPath(new URL("../../packages/local/src/seed/main.ts", import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-fill-"));
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", "index.html"), "<!doctype html><title>Shardwatch</title>");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function seed(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, SHARDWATCH_DATA: join(folder, "data") };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test(
  "OPS05 the seed command fills the product while it is stopped and while it runs, into an organization by its name",
  { timeout: 300_000 },
  async () => {
    const stopped = await seed("--deployments", "40", "--organization", "Initech");
    expect(stopped.stderr).toBe("");
    expect(stopped.stdout).toContain('40 deployments in the organization "Initech"');
    const product = await startProduct({
      dataFolder: join(folder, "data"),
      environment: { WEB_DIST: join(folder, "dist"), SHARDWATCH_REDIS: "off" },
    });
    try {
      const running = await seed("--deployments", "30", "--organization", "Initech");
      expect(running.stderr).toBe("");
      expect(await (await signIn(product, "initech@example.com")).deployments()).toHaveLength(70);
    } finally {
      await product.stop();
    }
  },
);

test.each([
  ["no number", []],
  ["no sensible number", ["--deployments", "many"]],
  ["a misspelt option", ["--deployment", "5"]],
  ["an organization without a letter", ["--deployments", "5", "--organization", "---"]],
])("the seed command says what is wrong with %s", async (_, args) => {
  const { code, stdout, stderr } = await seed(...args);
  expect(code).toBe(1);
  expect(stderr).toContain("npm run seed -- --deployments 10000");
  expect(stdout).toBe("");
});
