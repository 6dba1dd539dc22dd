// Takes the pictures of the README: `npm run pictures`. It starts a product of its own with the demo fleets, and
// writes docs/overview-light.png and docs/overview-dark.png. It takes some minutes, because incidents open in time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { chromiumArguments, chromiumPath } from "./lib/browser.mjs";
import { productNode, root, toolEnvironment } from "./lib/paths.mjs";

/** The admin of the large demo fleet. */
const login = { username: "globex@example.com", password: "shardwatch-demo" };
const ports = { WEB_PORT: await freePort(), API_PORT: await freePort(), PROVIDER_PORT: await freePort() };
const web = `http://localhost:${ports.WEB_PORT}`;
const viewport = { width: 1440, height: 900 };
const startDeadlineMs = 60_000;
const incidentsDeadlineMs = 10 * 60_000;

const folder = mkdtempSync(join(tmpdir(), "shardwatch-pictures-"));
const product = spawn(productNode, ["packages/local/src/main.ts"], {
  cwd: root,
  env: { ...toolEnvironment(), ...ports, SHARDWATCH_DATA: folder, SHARDWATCH_REDIS: "off" },
  stdio: ["ignore", "ignore", "inherit", "ipc"],
});
const ended = once(product, "exit");
const executablePath = chromiumPath();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments });
try {
  await ready();
  await incidents();
  for (const colorScheme of ["light", "dark"]) await take(colorScheme);
} finally {
  await browser.close();
  product.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** Waits until the demo fleets are there: the web application is the last server, and their seed follows. */
async function ready() {
  const deadline = Date.now() + startDeadlineMs;
  const page = await browser.newPage();
  while (Date.now() < deadline && product.exitCode === null) {
    if (await signIn(page).catch(() => false)) return page.close();
    await sleep(500);
  }
  throw new Error(`the product was not ready within ${startDeadlineMs / 1_000} seconds`);
}

/** Waits until the rules with the longest wait have fired: those about licenses take five minutes. */
async function incidents() {
  const deadline = Date.now() + incidentsDeadlineMs;
  const page = await browser.newPage();
  while (Date.now() < deadline && product.exitCode === null) {
    await sleep(5_000);
    await signIn(page);
    const list = await page.request.get(`http://localhost:${ports.API_PORT}/incidents`);
    const { incidents: open } = await list.json();
    if (open.some(({ rule }) => rule.startsWith("shards-full"))) return page.close();
  }
  throw new Error(`no incident about shards opened within ${incidentsDeadlineMs / 60_000} minutes`);
}

/** A port that nothing listens on now. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return String(port);
}

/** Whether the person is signed in and has deployments. */
async function signIn(page) {
  const headers = { origin: web };
  const data = { ...login, auth_mode: "direct", origin: web };
  await page.request.post(`http://localhost:${ports.PROVIDER_PORT}/api/v1/login`, { headers, data });
  await page.request.post(`http://localhost:${ports.API_PORT}/auth/login`, { headers });
  const list = await page.request.get(`http://localhost:${ports.API_PORT}/deployments`);
  return list.ok() && (await list.json()).deployments.length > 100;
}

async function take(colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  await signIn(page);
  await page.goto(`${web}/overview`);
  await page.getByRole("region", { name: "Versions" }).waitFor();
  await page.getByRole("region", { name: "Needs attention" }).getByRole("listitem").first().waitFor();
  // The typefaces come after the first paint.
  await page.locator("html[data-fonts]").waitFor({ state: "attached" });
  await page.evaluate("document.fonts.ready");
  await page.screenshot({ path: join(root, `docs/overview-${colorScheme}.png`), animations: "disabled" });
  await context.close();
}
