import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { packForNpm } from "../packaging/npm-package.ts";
import { readmeBeside } from "../packaging/readme.ts";
import { testKey } from "../test/agent-process.ts";
import { ApiServer } from "../test/api-server.ts";
import { startRedisServer } from "../test/redis-server.ts";

const run = promisify(execFile);
const builder = fileURLToPath(new URL("../build.mjs", import.meta.url));
let folder = "";
let archive = "";
let installed = "";

/** npm without the network, and without what the machine's npm has fetched before. */
const offline = () => ["--offline", "--no-audit", "--no-fund", "--cache", join(folder, "cache")];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shardwatch-npm-"));
  const bundle = join(folder, "shardwatch-agent.mjs");
  await run(process.execPath, [builder, bundle]);
  archive = join(folder, packForNpm(bundle, folder));
  installed = join(folder, "empty");
  await mkdir(installed);
  await run("npm", ["install", ...offline(), archive], { cwd: installed });
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const program = () => join(installed, "node_modules", ".bin", "shardwatch-agent");

test("SLF06 the package has the bundle, the texts and nothing else, and installs no other package", async () => {
  const packages = await readdir(join(installed, "node_modules", "@shardwatch"));
  expect(packages).toEqual(["agent"]);
  const root = join(installed, "node_modules", "@shardwatch", "agent");
  expect((await readdir(root)).toSorted()).toEqual([
    "LICENSE",
    "README.md",
    "THIRD-PARTY-NOTICES.txt",
    "agent.example.yaml",
    "package.json",
    "shardwatch-agent.mjs",
  ]);
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: packageJson.name, version: packageJson.version, license: "MIT" });
  // Only the archive may be published. The workspace cannot be, even by mistake.
  for (const name of ["dependencies", "scripts", "private"]) expect(manifest).not.toHaveProperty(name);
  expect(packageJson.private).toBe(true);
  const readme = await readFile(join(root, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = ""]) => path);
  const outside = links.filter((path) => !/^https?:/.test(path) && path !== "agent.example.yaml");
  expect(outside).toEqual([]);
});

test("a link to a file that is left out becomes its text", () => {
  const text = "[a](a.yaml) [b](../b.ts) [c](#c) [d](src/d.ts#e) [f](https://example.com)";
  expect(readmeBeside(text, ["a.yaml"])).toBe("[a](a.yaml) b [c](#c) d [f](https://example.com)");
});

test("SLF06 npx runs the archive in an empty folder without a network", async () => {
  const other = join(folder, "other");
  await mkdir(other);
  const args = ["--yes", ...offline(), `--package=${archive}`, "shardwatch-agent", "--version"];
  const { stdout } = await run("npx", args, { cwd: other });
  expect(stdout).toBe(`${packageJson.version}\n`);
});

test("SLF06 the installed program checks, and prints the report of, a real server", async () => {
  const [api, redis] = await Promise.all([ApiServer.start(), startRedisServer()]);
  try {
    const env = {
      ...process.env,
      SHARDWATCH_API: api.address,
      SHARDWATCH_KEY: testKey,
      REDIS_NAME: "orders",
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    };
    const checked = await run(program(), ["check"], { env });
    expect(checked.stdout).toContain("orders: ok");
    expect(checked.stdout).toContain("Everything is ready.");
    const printed = await run(program(), ["once", "--print-only"], { env });
    const { agent, deployments } = JSON.parse(printed.stdout) as Record<string, unknown>;
    expect(agent).toMatchObject({ version: packageJson.version });
    expect(deployments).toMatchObject([{ key: "orders", status: "active" }]);
    expect(api.reports).toEqual([]);
  } finally {
    await Promise.all([api.stop(), redis.stop()]);
  }
});
