import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AgentProcess } from "@shardwatch/agent/test/agent-process";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type RunningProduct, startProduct } from "../e2e/product.ts";
import { signIn } from "./api-client.ts";

const script = fileURLToPath(new URL("../../packages/local/src/key/main.ts", import.meta.url));

let folder: string;
let product: RunningProduct;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-key-"));
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", "index.html"), "<!doctype html><title>Shardwatch</title>");
  product = await startProduct({
    dataFolder: join(folder, "data"),
    environment: { WEB_DIST: join(folder, "dist"), SHARDWATCH_REDIS: "off" },
  });
}, 60_000);
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function createKey(args: string[], environment: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, ...product.ports, ...environment };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

async function check(configuration: string): Promise<string> {
  const agent = await AgentProcess.start(["check"], configuration);
  onTestFinished(() => agent.stop());
  await agent.exit();
  return agent.stdout;
}

test("ONB02 the printed agent.yaml opens the API until its key is revoked, and not the web application", async () => {
  const { code, stdout, stderr } = await createKey(["From the script"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const configuration = stdout.slice(stdout.indexOf("\napi: "));
  const good = await check(configuration);
  expect(good).toContain(`api ${product.apiUrl}: ok`);
  expect(good).toContain("key: ok, the API accepts it");

  const web = await check(configuration.replace(product.apiUrl, product.webUrl));
  expect(web).toContain("is this the web application's address?");
  expect(web).toContain("Something is missing");

  const admin = await signIn(product, "admin@example.com");
  const list = (await (await admin.call("GET", "/access-key")).json()) as { accessKeys: AccessKey[] };
  const created = list.accessKeys.find(({ name }) => name === "From the script");
  expect(created).toMatchObject({ lastUsed: null });
  expect((await admin.call("DELETE", `/access-key/${created?.keyId}`)).ok).toBe(true);
  expect(await check(configuration)).toContain("key: NOT ok, the API rejects it: it is revoked or wrong");
});

test("ONB02 --out writes a file that only its owner can read, and never replaces one", async () => {
  const file = join(folder, "agent.yaml");
  const { code, stdout, stderr } = await createKey(["My laptop", "--out", file]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const written = readFileSync(file, "utf8");
  expect(written).toMatch(/\nkey: sw_key_\w+\n[^]*\n {2}- name: my-laptop\n {4}address: localhost:6379\n/);
  // The key is in the file alone, and not in the terminal's history.
  expect(stdout).not.toContain("sw_key_");
  expect(stdout).toContain(`npm run agent -- run --config ${file}`);
  expect(await check(written)).toContain("key: ok, the API accepts it");

  const again = await createKey(["My laptop", "--out", file]);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain(`${file} exists already.`);
  expect(readFileSync(file, "utf8")).toBe(written);
});

test("ONB02 a key that is refused leaves no file behind", async () => {
  const file = join(folder, "refused.yaml");
  expect(await createKey(["A", "--out", file])).toMatchObject({ code: 1, stdout: "" });
  expect(existsSync(file)).toBe(false);
});

test.each<[string, string[], Record<string, string>, string]>([
  ["nothing runs there", ["A good name"], { PROVIDER_PORT: "1" }, "Nothing answers at http://localhost:1/"],
  ["the name is missing", [], {}, 'npm run key -- "My laptop"'],
  ["an option is unknown", ["A good name", "--file", "x"], {}, 'npm run key -- "My laptop"'],
  ["the file can't be written", ["A good name", "--out", "/no/such/agent.yaml"], {}, "can't be written"],
  ["the name is too short", ["A"], {}, "API key name must be at least 5 characters long"],
  ["the web application is elsewhere", ["A good name"], { WEB_PORT: "1" }, "Set WEB_PORT, API_PORT"],
])("the script says so when %s", async (_, args, environment, words) => {
  const { code, stdout, stderr } = await createKey(args, environment);
  expect(stderr.split(words), "once").toHaveLength(2);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stdout).toBe("");
  expect(code).toBe(1);
});
