import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { User } from "@shardwatch/core/contract/user";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hasRedis } from "@shardwatch/local/demo/redis";
import { NotStarted, type ProductOptions, type RunningProduct, startProduct } from "../e2e/product.ts";
import { signIn } from "./api-client.ts";

let folder: string;
let dataFolder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-start-"));
  dataFolder = join(folder, "data");
  const dist = join(folder, "dist");
  mkdirSync(dist);
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>Shardwatch</title>");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(environment: Record<string, string> = {}, options: ProductOptions = {}) {
  const product = await startProduct({
    dataFolder,
    ...options,
    environment: { WEB_DIST: join(folder, "dist"), ...environment },
  });
  onTestFinished(async () => {
    await product.stop();
  });
  return product;
}

/** Command lines of running processes that contain the test's folder. */
function processesOf(text: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .map(commandLine)
    .filter((line) => line.includes(text));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // ended between the two reads
  }
}

async function until(holds: () => boolean | Promise<boolean>, what: string) {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds()) return;
    await sleep(100);
  }
  throw new Error(`waited in vain until ${what}`);
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** The status for a caller with a foreign host name that resolves to this machine. */
async function statusUnder(name: string, url: string): Promise<number | undefined> {
  return await new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const asking = request(url, { headers: { host: `${name}:${port}` } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.on("error", reject).end();
  });
}

async function expectNothingLeft(product: RunningProduct) {
  for (const url of [product.webUrl, `${product.apiUrl}/health`, product.providerUrl])
    expect(await answers(url)).toBe(false);
  await until(() => processesOf(dataFolder).length === 0, "every child process is gone");
}

describe("npm start", { timeout: 300_000 }, () => {
  test("OPS04 OPS05 OPS06 one start brings everything, for this machine's own names only, and a short table says where and who", async () => {
    const product = await start({ SHARDWATCH_REDIS: "off" });
    const [, table = ""] = product.output().split("Shardwatch is ready.\n\n");
    for (const row of [
      `  web application  ${product.webUrl}`,
      `  API              ${product.apiUrl}/reference`,
      `  simulators       ${product.providerUrl}/control`,
      `  mail             ${product.providerUrl}/inbox`,
      "  admin@example.com   admin of Acme Data",
      "  viewer@example.com  viewer of Acme Data",
      "  super@example.com   super admin",
    ])
      expect(table.split("\n")).toContain(row);
    expect(table).toContain("shardwatch-demo");
    expect(product.output().split("\n").length).toBeLessThanOrEqual(18);
    expect(Math.max(...table.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
    for (const url of [
      product.webUrl,
      `${product.webUrl}/config.json`,
      `${product.apiUrl}/health`,
      product.providerUrl,
    ])
      expect(await answers(url)).toBe(true);
    for (const url of [
      product.webUrl,
      `${product.webUrl}/config.json`,
      `${product.apiUrl}/health`,
      ...[
        "",
        "/control/state",
        "/inbox.json",
        "/api/v1/users/me",
        "/redis-cloud/control",
        "/aws/console",
      ].map((path) => product.providerUrl + path),
    ]) {
      expect(await statusUnder("evil.example", url), url).toBe(421);
      expect(await statusUnder("127.0.0.1", url), url).not.toBe(421);
    }
    const viewer = await signIn(product, "viewer@example.com");
    expect((await viewer.deployments()).length).toBeGreaterThanOrEqual(12);
  });

  test("the demo logins have their roles and the right organizations", async () => {
    const product = await start();
    const me = async (email: string) =>
      (await (await (await signIn(product, email)).call("POST", "/me")).json()) as User;
    const admin = await me("admin@example.com");
    expect(admin).toMatchObject({ roles: ["ORG_ADMIN"], organization: { name: "Acme Data" } });
    expect(await me("viewer@example.com")).toMatchObject({
      roles: ["VIEWER"],
      organization: admin.organization,
    });
    const superAdmin = await me("super@example.com");
    expect(superAdmin.roles).toContain("SUPER_ADMIN");
    expect(superAdmin.organization?.id).not.toBe(admin.organization?.id);
    const stranger = await signIn(product, "somebody.new@example.org");
    expect(await stranger.deployments()).toEqual([]);
  });

  test.runIf(hasRedis())(
    "OPS04 AGT21 a real agent reports a real Redis and a simulated cluster",
    async () => {
      const product = await start();
      expect(product.output()).toMatch(/\n {2}real Redis +localhost:\d+, listed as redis-on-this-machine\n/);
      const admin = await signIn(product, "admin@example.com");
      const named = async (wanted: string) => (await admin.deployments()).find(({ name }) => name === wanted);
      const real = () => named("redis-on-this-machine");
      await until(async () => (await real())?.status === "active", "the agent has reported");
      expect(Number((await real())?.memoryUsed)).toBeGreaterThan(10_000_000);
      expect((await real())?.memoryLimit).toBe(String(64 * 1_048_576));
      expect(await named("enterprise-on-this-machine")).toMatchObject({
        type: "ENTERPRISE",
        status: "active",
        databaseCount: 11,
        license: { shardsLimit: 200 },
        enterpriseAdminUrl: expect.stringMatching(/^https:\/\/localhost:\d+\/control$/),
      });
    },
  );

  test.each(["SIGINT", "SIGTERM"] as const)("OPS08 %s stops everything and is no failure", async (signal) => {
    const product = await start();
    expect(processesOf(dataFolder).length).toBeGreaterThan(0);
    expect(await product.stop(signal)).toBe(0);
    await expectNothingLeft(product);
  });

  test("OPS08 a second start keeps the data and seeds nothing twice", async () => {
    const first = await start();
    const before = await signIn(first, "admin@example.com");
    const created = await before.call("POST", "/access-key", { name: "Kept over a restart" });
    expect(created.status).toBe(201);
    const keys = async (person: typeof before) =>
      ((await (await person.call("GET", "/access-key")).json()) as { accessKeys: unknown[] }).accessKeys
        .length;
    const count = await keys(before);
    await first.stop();
    const second = await start(first.ports);
    expect(await keys(before)).toBe(count);
    expect(await keys(await signIn(second, "admin@example.com"))).toBe(count);
  });

  test("OPS08 a killed product leaves no process behind and starts again", async () => {
    const product = await start();
    await product.stop("SIGKILL");
    await expectNothingLeft(product);
    const again = await start(product.ports);
    expect(await answers(`${again.apiUrl}/health`)).toBe(true);
  });

  test.each([
    ["WEB_PORT", "the web application"],
    ["API_PORT", "the API"],
    ["PROVIDER_PORT", "the provider simulator"],
  ])("OPS09 a busy %s is a message that names it, and nothing is left running", async (variable, name) => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void blocker.close());
    const address = blocker.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const failure = await start({ [variable]: port }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NotStarted);
    expect(failure).toMatchObject({ code: 1 });
    expect((failure as NotStarted).output).toContain(`Port ${port} is busy, but ${name} needs it.`);
    expect((failure as NotStarted).output).toContain(variable);
    expect(processesOf(dataFolder)).toEqual([]);
  });

  test("OPS19 a wrong setting is a message that names it", async () => {
    await expect(start({ SUPER_ADMIN_EMAILS: "nobody" })).rejects.toThrow(
      "SUPER_ADMIN_EMAILS: must be emails",
    );
  });
});
