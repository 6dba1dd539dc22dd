import { chromium, type Page } from "@playwright/test";
import { chromiumPath } from "../../scripts/lib/browser.mjs";
import { startTestProduct } from "../e2e/test-product.ts";
import { leaveSparks, wandering } from "../e2e/censuses.ts";
import { openAs } from "../e2e/place.ts";
import { fleetSize, observeLargeFleet } from "./large-fleet.ts";
import { type Figure, percentile } from "./table.ts";

const warmUps = 10;
const rounds = 40;
const debounce = 300; // milliseconds, the delay of the search field

/** Rows of a page. */
const pageSizes = [10, 50, 100];

/**
 * P8: the waiting times of a search in a list of 10,000 with sparklines. The first is from the key press to its frame. The
 * second is from the change of the address, after the field's delay, to the frame with the rows.
 */
export async function typing(): Promise<Figure[]> {
  const product = await startTestProduct();
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    await observeLargeFleet(product, nameOf);
    await leaveSparks(product, (_, index) => wandering(index));
    const bare = percentile(await typeInBareField(await browser.newPage()), 95).toFixed(0);
    const figures: Figure[] = [];
    for (const size of pageSizes) {
      // The page's policy forbids eval, which the measurement uses to wait.
      const page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, bypassCSP: true });
      await openAs(page, "admin@example.com", `/deployments?pageSize=${size}`, product);
      const all = new RegExp(`Showing ${size} of ${fleetSize / 1_000},\\d{3} deployments$`);
      await page.getByText(all).waitFor();
      await page.getByText("loading more…").waitFor({ state: "detached" });
      await page.locator("memory-spark path").first().waitFor({ state: "attached" });
      const { keys, rows } = await typeAndMeasure(page);
      await page.close();
      const row = (metric: string, times: readonly number[]): Figure => ({
        metric: `P8 ${metric}, p95 ms, ${fleetSize} deployments, ${size} rows`,
        reference: `TanStack row models: 132–152; a bare field in this run: ${bare}`,
        ours: percentile(times, 95).toFixed(0),
        ratio: percentile(times, 95),
        goal: 32,
      });
      figures.push(row("key press to painted frame", keys), row("search applied to painted rows", rows));
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Each digit is in some names and not in others. */
const nameOf = (index: number) => `cache-${(index * 7_919) % fleetSize}`;

/** The same keys in a page with only a field: the time of the browser and of a busy machine. */
async function typeInBareField(page: Page): Promise<number[]> {
  await page.setContent('<input aria-label="Bare"><nav aria-label="Pagination"><p></p></nav>');
  await page.evaluate(notes);
  await page.getByLabel("Bare").focus();
  for (let round = 0; round < rounds; round += 1) await page.keyboard.press("a", { delay: 50 });
  const { keys } = await page.evaluate<{ keys: number[] }>("notes");
  return keys;
}

/**
 * Records in the page the time of a key press and of its next frame, and the time after a change of the rows.
 */
const notes = `
  window.notes = { keys: [], rows: [], changed: 0 };
  const painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(0);
  });
  document.addEventListener("keydown", ({ timeStamp }) => {
    painted((at) => notes.keys.push(at - timeStamp));
  }, true);
  const replace = history.replaceState.bind(history);
  history.replaceState = (...all) => {
    notes.changed = performance.now();
    replace(...all);
  };
  new MutationObserver(() => {
    const since = notes.changed;
    painted((at) => notes.rows.push(at - since));
  }).observe(document.querySelector("nav[aria-label=Pagination] p"), { characterData: true, subtree: true });
`;

/** Presses the keys in sequence, each after the previous rows are shown. Times are milliseconds. */
async function typeAndMeasure(page: Page): Promise<{ keys: number[]; rows: number[] }> {
  await page.evaluate(notes);
  await page.keyboard.press("/");
  await page.keyboard.type("cache-");
  await page.waitForURL(/search=cache-/);
  await page.waitForTimeout(4 * debounce);
  await page.evaluate("notes.rows.length = 0");
  for (let round = 1; round <= warmUps + rounds; round += 1) {
    // Each digit is in some names, and removing it restores all rows.
    await page.keyboard.press(round % 2 === 1 ? String(1 + (round % 9)) : "Backspace");
    await page.waitForFunction(`notes.rows.length >= ${round}`);
  }
  const { keys, rows } = await page.evaluate<{ keys: number[]; rows: number[] }>("notes");
  // The first rounds warm up the compiler.
  return { keys: keys.slice(-rounds), rows: rows.slice(-rounds) };
}
