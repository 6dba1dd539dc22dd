import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { readSettings } from "@shardwatch/local/settings";
import { createWebServer, webConfigOf } from "@shardwatch/server/web/app";
import { chromium } from "@playwright/test";
import { launch } from "chrome-launcher";
import lighthouse, { type Flags } from "lighthouse";
import { chromiumPath } from "../../scripts/lib/browser.mjs";
import { seen } from "../e2e/deployments.ts";
import { startTestProduct, type TestProduct } from "../e2e/test-product.ts";
import { openAs } from "../e2e/place.ts";
import { startProduct } from "../e2e/product.ts";
import { fleetSize, observeLargeFleet } from "./large-fleet.ts";
import { type Figure, median } from "./table.ts";

const rounds = 3;
interface Load {
  lcpMs: number;
  blockingMs: number;
  /** The cumulative layout shift. */
  shift: number;
  /** Points of 100. */
  performance: number;
  accessibility: number;
}

/**
 * P7: login and list as Lighthouse measures them on a phone. The reference is a page of one heading with the
 * same libraries.
 */
export async function pageLoads(): Promise<Figure[]> {
  const product = await startProduct({ environment: { SHARDWATCH_REDIS: "off", SHARDWATCH_SEED: "off" } });
  const seeded = await startTestProduct();
  const floor = await startFloor();
  const chrome = await startChrome();
  try {
    const deployments = Array.from({ length: 100 }, (_, index) => ({ name: `cache-${index}` }));
    await seen(seeded, { kind: "agent", id: "bench", instance: "-" }, deployments);
    await signInOf(chrome.port, seeded);
    const [login, list, bare]: [Load[], Load[], Load[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await load(floor.url, chrome.port));
      login.push(await load(product.webUrl, chrome.port));
      list.push(await load(`${seeded.webUrl}/deployments`, chrome.port));
    }
    return [...figures("login", login, bare), ...figures("list of 100", list, bare)];
  } finally {
    chrome.kill();
    await floor.stop();
    await seeded.stop();
    await product.stop();
  }
}

function figures(screen: string, loads: readonly Load[], bare: readonly Load[]): Figure[] {
  const lcp = median(loads.map((each) => each.lcpMs));
  const bareLcp = median(bare.map((each) => each.lcpMs));
  const blocking = median(loads.map((each) => each.blockingMs));
  const accessibility = Math.min(...loads.map((each) => each.accessibility));
  return [
    {
      metric: `P7 ${screen}, largest contentful paint`,
      reference: `floor page, ${(bareLcp / 1_000).toFixed(2)} s`,
      ours: `${(lcp / 1_000).toFixed(2)} s`,
      ratio: lcp / bareLcp,
      goal: 1.2,
    },
    {
      metric: `P7 ${screen}, total blocking time, ms`,
      reference: "",
      ours: blocking.toFixed(0),
      ratio: blocking,
      goal: 50,
    },
    {
      metric: `P7 ${screen}, accessibility points missing`,
      reference: "100",
      ours: accessibility.toFixed(0),
      ratio: 100 - accessibility,
      goal: 0,
    },
  ];
}

const words = ["ads", "billing", "cache", "eu", "feature-flags", "orders", "prod", "queue", "sessions", "us"];

/** Names whose order differs from the order in which the API answers them. */
const nameOf = (index: number) =>
  [7, 31, 101].map((step) => words[(index * step) % words.length]).join("-") + `-${index}`;

/**
 * P7b: the first visit to a list of ten thousand, as Lighthouse measures it on a phone. Later pages must not
 * move what is shown.
 */
export async function largeList(): Promise<Figure[]> {
  const product = await startTestProduct();
  const chrome = await startChrome();
  try {
    await observeLargeFleet(product, nameOf);
    await signInOf(chrome.port, product);
    const loads: Load[] = [];
    for (let round = 0; round < rounds; round += 1)
      loads.push(await load(`${product.webUrl}/deployments`, chrome.port));
    const row = (what: string, value: number, digits: number, goal: number): Figure => ({
      metric: `P7b list of ${fleetSize}, ${what}`,
      reference: "",
      ours: value.toFixed(digits),
      ratio: value,
      goal,
    });
    return [
      row("layout shift, worst round", Math.max(...loads.map(({ shift }) => shift)), 3, 0.02),
      row("total blocking time, ms", median(loads.map(({ blockingMs }) => blockingMs)), 0, 200),
      row(
        "performance points missing of 100",
        100 - median(loads.map(({ performance }) => performance)),
        0,
        15,
      ),
    ];
  } finally {
    chrome.kill();
    await product.stop();
  }
}

async function startChrome() {
  const chromePath = chromiumPath();
  return await launch({
    ...(chromePath !== undefined && { chromePath }),
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
}

/** Opens the list once. The cookies stay in the browser, so Lighthouse opens it as a signed-in person. */
async function signInOf(port: number, product: TestProduct): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://localhost:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  if (!page) throw new Error("the browser has no context");
  await openAs(page, "admin@example.com", "/deployments", product);
}

/** Builds packages/web/floor and serves it like the application. */
async function startFloor(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-floor-"));
  const args = ["build", "floor", "--config", "vite.config.ts", "--outDir", folder, "--logLevel", "warn"];
  const built = spawnSync("vite", args, { cwd: "packages/web", stdio: "inherit" });
  if (built.status !== 0) throw new Error("the floor page could not be built");
  const port = await freePort();
  const settings = readSettings({});
  const { fetch } = createWebServer(folder, webConfigOf(settings), settings.webUrl);
  const server = await startServer({ name: "the floor page", port, variable: "", fetch });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `http://localhost:${port}/`, stop };
}

/**
 * Lighthouse empties the browser's cache and keeps the local storage. There the page notes that its typefaces are in
 * the cache, so each load would ask for them at once. Session cookies stay.
 */
const clearStorageTypes: NonNullable<Flags["clearStorageTypes"]> = [
  "file_systems",
  "shader_cache",
  "service_workers",
  "cache_storage",
  "local_storage",
];

/** Lighthouse sometimes loses a trace and reports it. Then the page is loaded again. */
async function load(url: string, port: number, tries = 3): Promise<Load> {
  const onlyCategories = ["performance", "accessibility"];
  const result = await lighthouse(url, { port, onlyCategories, clearStorageTypes, logLevel: "error" });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { audits, categories, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url && finalDisplayedUrl !== `${url}/`)
    throw new Error(`Lighthouse was led from ${url} to ${finalDisplayedUrl}`);
  const { numericValue: lcpMs, errorMessage } = audits["largest-contentful-paint"] ?? {};
  const { numericValue: blockingMs } = audits["total-blocking-time"] ?? {};
  const { numericValue: shift } = audits["cumulative-layout-shift"] ?? {};
  if (lcpMs === undefined || blockingMs === undefined || shift === undefined) {
    if (tries > 1) return await load(url, port, tries - 1);
    throw new Error(`Lighthouse has no figures of ${url}: ${errorMessage}`);
  }
  const points = (name: string) => (categories[name]?.score ?? 0) * 100;
  return {
    lcpMs,
    blockingMs,
    shift,
    performance: points("performance"),
    accessibility: points("accessibility"),
  };
}
