import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engine, startRedisServer } from "@shardwatch/agent/test/redis-server";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { user } from "../../scripts/image/programs.mjs";
import { chromiumArguments, chromiumPath } from "../../scripts/lib/browser.mjs";
import { startOpenIdProvider, type TestOpenId } from "../support/openid-provider.ts";
import {
  type Container,
  executables,
  newFolder,
  type Options,
  removeFolder,
  runContainer,
  unpack,
  type Unpacked,
} from "./container.ts";
import { lastingPort, statusOf, until } from "./waiting.ts";

/*
 * The built images, run as an orchestrator runs them. The step `images` of `npm run test:all` builds them first.
 */
const cleanups: (() => unknown)[] = [];
const folder = newFolder();
const data = join(folder, "data");
let server: Unpacked;
let agent: Unpacked;

beforeAll(() => {
  mkdirSync(data, { mode: 0o700 });
  server = unpack("server", folder);
  agent = unpack("agent", folder);
});
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean();
  removeFolder(folder);
});

const seconds = (begin: number) => ((performance.now() - begin) / 1_000).toFixed(1);

/** A secret as an orchestrator mounts it: readable by the user of the container only. */
function secretFile(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content, { mode: 0o444 });
  return file;
}

function settings(port: number, provider?: TestOpenId): Record<string, string> {
  return {
    PUBLIC_URL: `http://localhost:${port}`,
    PORT: String(port),
    OIDC_ISSUER: provider?.issuer ?? "http://localhost:9",
    OIDC_CLIENT_ID: provider?.clientId ?? "shardwatch",
    OIDC_CLIENT_SECRET_FILE: "/run/secrets/oidc-client-secret",
    OIDC_NAME: "Example Inc.",
    OIDC_GROUPS_ADMIN: "ops",
    SUPPORT_EMAIL: "platform@example.com",
    TERMS_URL: "https://example.com/terms",
    PRIVACY_URL: "https://example.com/privacy",
    DOCUMENTATION_URL: "https://example.com/docs",
    AGENT_RELEASES_URL: "https://example.com/agent",
  };
}

async function startServer(port: number, provider?: TestOpenId, volume = data): Promise<Container> {
  const secret = secretFile("oidc-client-secret", provider?.clientSecret ?? "a secret");
  return await startWith(port, {
    environment: settings(port, provider),
    files: { "/run/secrets/oidc-client-secret": secret },
    volumes: { "/var/lib/shardwatch": volume },
  });
}

async function startWith(port: number, options: Options): Promise<Container> {
  const container = runContainer(server, folder, options);
  cleanups.push(container.remove);
  const url = `http://localhost:${port}/ready`;
  await until(
    async () => container.hasEnded() || (await statusOf(url)) === 200,
    () => "the server is ready",
  );
  if (container.hasEnded()) throw new Error(`the server has ended:\n${container.output()}`);
  return container;
}

test("SLF03 the images have no programs but ours, and nothing that looks like a test or a map", () => {
  expect(executables(agent.files)).toEqual(["/app/shardwatch-agent.mjs", "/usr/bin/node"]);
  expect(executables(server.files)).toEqual([
    "/app/node_modules/@dynoxide/linux-x64/dynoxide",
    "/app/shardwatch-server.mjs",
    "/usr/bin/node",
  ]);
  for (const { files } of [server, agent])
    expect(
      readdirSync(files, { recursive: true, encoding: "utf8" }).filter((name) => /test|\.map$/.test(name)),
    ).toEqual([]);
});

test("SLF03 the server's image runs without rights, shell and writable root, and stops in bounded time", async () => {
  const begin = performance.now();
  const port = await lastingPort();
  const volume = join(folder, "first");
  mkdirSync(volume, { mode: 0o700 });
  const container = await startServer(port, undefined, volume);
  const start = seconds(begin);
  const origin = `http://localhost:${port}`;
  expect(await (await fetch(`${origin}/health`)).json()).toMatchObject({ status: "ok" });
  expect(await (await fetch(`${origin}/deployments`)).text()).toContain('<div id="root">');
  expect(await statusOf(`${origin}/api/organizations`)).toBe(401);
  expect(container.exec("/usr/bin/shardwatch-server", "health")).toEqual({
    status: 0,
    text: "/ready answered 200\n",
  });
  expect(container.users().length).toBeGreaterThan(2);
  expect(new Set(container.users())).toEqual(new Set([user]));
  for (const shell of ["sh", "/bin/sh", "bash"])
    expect(container.exec(shell, "-c", "true").status).not.toBe(0);
  const write = (path: string) =>
    container.exec("/usr/bin/node", "-e", `fs.writeFileSync("${path}", "x")`).text;
  for (const path of ["/etc/x", "/app/x", "/usr/bin/x"]) expect(write(path)).toContain("EROFS");
  const { now, most } = container.memory();
  const stopping = performance.now();
  // A container that ignores the signal is killed after a minute, and has no exit code then.
  expect(await container.stop()).toBe(0);
  expect(statSync(join(volume, "vault.key"))).toMatchObject({ uid: user });
  console.log(
    `server: ready after ${start} s, ${now} MB (at most ${most} MB), stopped in ${seconds(stopping)} s`,
  );
});

async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath && { executablePath }),
  });
  cleanups.push(() => browser.close());
  return browser;
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole("link", { name: "Sign in with Example Inc." }).click();
  await page.getByLabel("Subject").fill("ada");
  await page.getByRole("button", { name: "Sign in here" }).click();
  await page.waitForURL(`${origin}/deployments`);
}

async function createKey(page: Page, origin: string): Promise<string> {
  const request = { headers: { origin }, data: { name: "Images" } };
  const answer = await page.request.post(`${origin}/api/access-key`, request);
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { compositeKey: string }).compositeKey;
}

const row = (page: Page) => page.getByRole("link", { name: "orders", exact: true });

/** Whether it comes within two seconds. */
const isShown = async (found: Locator): Promise<boolean> =>
  await found.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );

async function isListed(page: Page, origin: string): Promise<boolean> {
  await page.goto(`${origin}/deployments`);
  return await isShown(row(page));
}

test("SLF03 SLF04 SLF01 SLF06 from the images to a signed-in person who sees a real Redis", async () => {
  const redis = await startRedisServer({
    args: ["--requirepass", "only for this test", "--maxmemory", "100mb"],
  });
  cleanups.push(() => redis.stop());
  const port = await lastingPort();
  const origin = `http://localhost:${port}`;
  const provider = await startOpenIdProvider({
    callbackUrl: `${origin}/api/auth/oidc/callback`,
    signedOutUrl: `${origin}/`,
  });
  cleanups.push(() => provider.stop());
  provider.people.set("ada", { email: "ada@example.com", email_verified: true, groups: ["ops"] });

  const begin = performance.now();
  const container = await startServer(port, provider);
  const ready = seconds(begin);
  const page = await (await openBrowser()).newPage();
  await signIn(page, origin);
  const signedIn = seconds(begin);
  const watcher = runContainer(agent, folder, {
    environment: {
      SHARDWATCH_API: `${origin}/api`,
      SHARDWATCH_KEY_FILE: "/run/secrets/agent-key",
      SHARDWATCH_AGENT_ID: "imageproof1",
      REDIS_NAME: "orders",
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      REDIS_PASSWORD_FILE: "/run/secrets/redis-password",
    },
    files: {
      "/run/secrets/agent-key": secretFile("agent-key", await createKey(page, origin)),
      "/run/secrets/redis-password": secretFile("redis-password", "only for this test"),
    },
  });
  cleanups.push(watcher.remove);
  await until(
    async () => await isListed(page, origin),
    () => `orders is listed:\n${watcher.output()}`,
  );
  const seen = seconds(begin);
  await row(page).click();
  await page.getByRole("heading", { level: 1, name: "orders" }).waitFor({ timeout: 20_000 });
  // The first report may come before the server was read, and an open page asks again after a minute.
  await until(
    async () => {
      await page.reload();
      return await isShown(page.getByText(engine().version).first());
    },
    () => `orders has its version:\n${watcher.output()}`,
  );
  const health = (...options: string[]) => watcher.exec("/usr/bin/shardwatch-agent", "health", ...options);
  expect(health()).toEqual({ status: 0, text: expect.stringMatching(/^healthy: /) });
  expect(health("--live")).toEqual({ status: 0, text: "alive.\n" });
  expect(new Set(watcher.users())).toEqual(new Set([user]));
  const [ofServer, ofAgent] = [container.memory(), watcher.memory()];

  // The volume has everything: the same browser is still signed in at the next container.
  expect(await container.stop()).toBe(0);
  const again = await startServer(port, provider);
  expect(await isListed(page, origin)).toBe(true);
  const stopping = performance.now();
  expect(await watcher.stop()).toBe(0);
  const stopped = seconds(stopping);
  expect(await again.stop()).toBe(0);
  for (const { output } of [container, again, watcher])
    expect(output()).not.toMatch(/"level":"error"|only for this test|sw_key_/);
  console.log(
    `from the images: server ready ${ready} s, signed in ${signedIn} s, Redis seen ${seen} s.\n` +
      `server ${ofServer.now} MB (at most ${ofServer.most} MB), ` +
      `agent ${ofAgent.now} MB (at most ${ofAgent.most} MB), agent stopped in ${stopped} s`,
  );
});

test("P31 SLF10 from the image with its address alone, over the link in its log, to a watched Redis", async () => {
  const redis = await startRedisServer({ args: ["--maxmemory", "100mb"] });
  cleanups.push(() => redis.stop());
  const volume = join(folder, "minute");
  mkdirSync(volume, { mode: 0o700 });
  const page = await (await openBrowser()).newPage();
  const port = await lastingPort();
  const origin = `http://localhost:${port}`;

  const begin = performance.now();
  const container = await startWith(port, {
    // The port is free here only by chance, so it is set, too.
    environment: { PUBLIC_URL: origin, PORT: String(port) },
    volumes: { "/var/lib/shardwatch": volume },
  });
  const ready = seconds(begin);
  await page.goto(/https?:\/\/\S+\/sign-in#[\w-]{43}/.exec(container.output())?.[0] ?? "");
  await page.getByLabel("Your email").fill("ada@example.com");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${origin}/integrations/add`);
  const signedIn = seconds(begin);
  const watcher = runContainer(agent, folder, {
    environment: {
      SHARDWATCH_API: `${origin}/api`,
      SHARDWATCH_KEY_FILE: "/run/secrets/agent-key",
      SHARDWATCH_AGENT_ID: "minuteproof1",
      REDIS_NAME: "orders",
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    },
    files: { "/run/secrets/agent-key": secretFile("minute-key", await createKey(page, origin)) },
  });
  cleanups.push(watcher.remove);
  await until(
    async () => await isListed(page, origin),
    () => `orders is listed:\n${watcher.output()}`,
  );
  const seen = seconds(begin);
  const made = container.exec("/usr/bin/shardwatch-server", "link", "bob@example.com");
  expect(made).toEqual({ status: 0, text: expect.stringContaining(`${origin}/sign-in#`) });
  expect(await watcher.stop()).toBe(0);
  expect(await container.stop()).toBe(0);
  console.log(`with nothing set: server ready ${ready} s, signed in ${signedIn} s, Redis seen ${seen} s.`);
});
