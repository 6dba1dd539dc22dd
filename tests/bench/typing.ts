import { chromium, type Page } from "@playwright/test";
import { chromiumPath } from "../../scripts/lib/browser.mjs";
import { startTestProduct } from "../e2e/test-product.ts";
import { openAs } from "../e2e/place.ts";
import { fleetSize, observeLargeFleet } from "./large-fleet.ts";
import { type Figure, percentile } from "./table.ts";

const warmUps = 10;
const rounds = 40;
const debounce = 300; // milliseconds, the delay of the search field

/**
 * P8: the waiting times of a search in a list of 10,000. The first is from the key press to its frame. The
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
    // The page's policy forbids eval, which the measurement uses to wait.
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, bypassCSP: true });
    await openAs(page, "admin@example.com", "/deployments", product);
    await page.getByText(new RegExp(`Showing 10 of ${fleetSize / 1_000},\\d{3} deployments$`)).waitFor();
    await page.getByText("loading more…").waitFor({ state: "detached" });
    const { keys, rows } = await typeAndMeasure(page);
    const bare = percentile(await typeInBareField(await browser.newPage()), 95).toFixed(0);
    const row = (metric: string, times: readonly number[]): Figure => ({
      metric: `P8 ${metric}, p95 ms, ${fleetSize} deployments`,
      reference: `TanStack row models: 132–152; a bare field in this run: ${bare}`,
      ours: percentile(times, 95).toFixed(0),
      ratio: percentile(times, 95),
      goal: 32,
    });
    return [row("key press to painted frame", keys), row("search applied to painted rows", rows)];
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
  await page.waitForTimeout(2 * debounce);
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
