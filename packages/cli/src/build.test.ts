import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodes } from "../../../tests/support/nodes.ts";
import packageJson from "../package.json" with { type: "json" };

const folder = mkdtempSync(join(tmpdir(), "shardwatch-cli-"));
const bundle = join(folder, "shardwatch.cjs");

beforeAll(() => {
  execFileSync(process.execPath, [fileURLToPath(new URL("../build.mjs", import.meta.url)), bundle]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("P26 the bundle has at most 120 KB with gzip, no package from outside, and nothing that loads fetch", () => {
  const text = readFileSync(bundle, "utf8");
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(120 * 1_024);
  // Each takes as long as the rest of a start. What is a text there is not read at a start.
  const code = text.replaceAll(/^"[^"]+":".*",?$/gm, "");
  expect(code.length).toBeLessThan(text.length / 2);
  expect(code).not.toMatch(/ZodError|node_modules|(?:import|require)\("node:https?"\)|\bfetch\(|new Headers/);
});

test.each(nodes)("OUT04 it runs alone in a folder without packages, with the Node %s", (node) => {
  const run = (...args: string[]) =>
    spawnSync(node, [bundle, ...args], { cwd: folder, encoding: "utf8", env: { HOME: folder } });
  expect(run("--version")).toMatchObject({ status: 0, stdout: `${packageJson.version}\n`, stderr: "" });
  expect(run("list", "mem:1")).toMatchObject({ status: 2, stdout: "" });
  expect(run("list").status).toBe(4);
  // What is a text in the bundle is compiled here.
  writeFileSync(join(folder, "wrong.yaml"), "views: [{ name: Full, filter: utl>90 }]");
  expect(run("apply", "-f", "wrong.yaml").stderr).toContain("views[0].filter: utl: is not a field");
  writeFileSync(join(folder, "right.yaml"), "views: [{ name: Full, filter: util>90 }]");
  for (const args of [["apply", "-f", "right.yaml"], ["export"]]) expect(run(...args).status).toBe(4);
});
