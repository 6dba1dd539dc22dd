import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AgentProcess } from "@shardwatch/agent/test/agent-process";
import type { AccessKey } from "@shardwatch/core/contract/access-key";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type RunningProduct, startProduct } from "../e2e/product.ts";
import { signIn } from "./api-client.ts";

const script = fileURLToPath(new URL("../../scripts/key.mjs", import.meta.url));

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

test("the printed agent.yaml opens the API until its key is revoked, and not the web application", async () => {
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

test.each<[string, string[], Record<string, string>, string]>([
  ["nothing runs there", ["A good name"], { PROVIDER_PORT: "1" }, "Nothing answers at http://localhost:1/"],
  ["the name is missing", [], {}, 'npm run key -- "My laptop"'],
  ["the name is too short", ["A"], {}, "API key name must be at least 5 characters long"],
  ["the web application is elsewhere", ["A good name"], { WEB_PORT: "1" }, "Set WEB_PORT, API_PORT"],
])("the script says so when %s", async (_, args, environment, words) => {
  const { code, stdout, stderr } = await createKey(args, environment);
  expect(stderr).toContain(words);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stdout).toBe("");
  expect(code).toBe(1);
});
