import { chromium } from "@playwright/test";
import { mkdirSync } from "node:fs";
import { chromiumPath } from "../scripts/lib/browser.mjs";
import { startTestProduct } from "./e2e/test-product.ts";
import { openAs } from "./e2e/place.ts";
import { leaveSparks, wandering } from "./e2e/censuses.ts";

const out = process.argv[2] ?? "/tmp/lists/before";
const jobs = JSON.parse(process.argv[3] ?? "[]") as {
  name: string;
  path: string;
  who?: string;
  w?: number;
  h?: number;
  dark?: boolean;
  full?: boolean;
  js?: string;
  type?: string;
  press?: string[];
  click?: string;
}[];
mkdirSync(out, { recursive: true });
const product = await startTestProduct();
await leaveSparks(product, (_, index) => wandering(index)).catch((e) => console.log(e));
const executablePath = chromiumPath();
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
try {
  for (const job of jobs) {
    const context = await browser.newContext({
      viewport: { width: job.w ?? 1440, height: job.h ?? 900 },
      colorScheme: job.dark ? "dark" : "light",
      bypassCSP: true,
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => console.log(job.name, "ERROR", error.message));
    page.on("console", (m) => m.type() === "error" && console.log(job.name, "console", m.text()));
    await openAs(page, job.who ?? "admin@example.com", job.path, product);
    await page.waitForTimeout(2500);
    if (job.click) await page.locator(job.click).first().click();
    if (job.type) await page.keyboard.type(job.type, { delay: 40 });
    for (const key of job.press ?? []) {
      await page.keyboard.press(key);
      await page.waitForTimeout(60);
    }
    if (job.js) console.log(job.name, JSON.stringify(await page.evaluate(job.js)));
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${out}/${job.name}.png`, fullPage: job.full ?? false });
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
process.exit(0);
