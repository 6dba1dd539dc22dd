import { chromium, type Page } from "@playwright/test";
import { chromiumPath } from "../../scripts/lib/browser.mjs";
import { openAs } from "../e2e/place.ts";
import { startTestProduct } from "../e2e/test-product.ts";
import { fleetSize, observeLargeFleet } from "./large-fleet.ts";
import { type Figure, median } from "./table.ts";

const rounds = 7;
const goal = 1.2;

/** Expressions that are true when a page has all its deployments and shows what they add up to. */
const thousands = fleetSize / 1_000;
const listIsComplete = `new RegExp("of ${thousands},\\\\d{3} deployments$").test(
  document.querySelector("nav[aria-label=Pagination] p")?.textContent ?? "")`;
const overviewIsComplete = `document.querySelectorAll("[aria-label=Figures] a").length === 6 &&
  document.querySelector("[aria-label^='Memory used by'] li") !== null`;

/** OVR08: the time until the overview of ten thousand deployments is complete, beside that of their list. */
export async function overview(): Promise<Figure[]> {
  const product = await startTestProduct();
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    await observeLargeFleet(product, (index) => `cache-${index}`);
    // The page's policy forbids eval, which the measurement uses to wait.
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, bypassCSP: true });
    await openAs(page, "admin@example.com", "/deployments", product);
    const [list, ours]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      list.push(await timeOf(page, `${product.webUrl}/deployments`, listIsComplete));
      ours.push(await timeOf(page, `${product.webUrl}/overview`, overviewIsComplete));
    }
    return [
      {
        metric: `OVR08 overview of ${fleetSize}, ms until it is complete`,
        reference: `their list, ${median(list).toFixed(0)}`,
        ours: median(ours).toFixed(0),
        ratio: median(ours) / median(list),
        goal,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Milliseconds from the start of the navigation to the first frame in which the expression is true. */
async function timeOf(page: Page, url: string, isComplete: string): Promise<number> {
  await page.goto(url);
  const time = await page.waitForFunction<number>(`(${isComplete}) && performance.now()`);
  return await time.jsonValue();
}
