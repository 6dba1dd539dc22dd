import { test } from "@playwright/test";
import { counted, leaveTotals } from "./censuses.ts";
import { comeToHistory, figureOf, pathOf, withChange, withPast } from "./past.ts";
import { openAs } from "./place.ts";
import { startAtMidday } from "./test-product.ts";

const gib = 2 ** 30;
test("shots", async ({ page }) => {
  test.setTimeout(170_000);
  const { product, now } = await startAtMidday();
  const wave = (ago: number) => gib * (2 + Math.sin(ago / 40) + (ago < 72 ? 0.4 : 0));
  await withPast(product, [
    { name: "prod-wide", databases: 9, past: (ago) => (ago > 30 && ago < 40 ? undefined : { used: wave(ago) }) },
  ]);
  await withChange(product, { name: "prod-one", databases: 1, past: (ago) => ({ used: wave(ago) }) }, "7.4.1");
  await leaveTotals(product, 40 * 24, (ago) => {
    const shards = { ramShards: 30, ramShardLimit: 40, flashShards: 0, flashShardLimit: 0 };
    const memory = { memoryUsed: (100 - ago / 10) * gib, memoryLimit: 200 * gib };
    return counted({ active: 12, stale: ago % 2, degraded: ago % 30 < 4 ? 2 : 0, down: ago % 50 < 6 ? 1 : 0 }, { ...memory, ...shards, ops: 5000 + 500 * Math.sin(ago / 4), measured: 12 });
  });
  await page.clock.setFixedTime(now);
  const dir = process.env["SHOTS"];
  const person = "viewer@example.com";
  const shots = (process.env["WHAT"] ?? "total,each,table,compare,overview").split(",");
  for (const width of [1440, 360])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const shot = async (name: string, path: string) => {
        if (!shots.includes(name)) return;
        await openAs(page, person, path, product);
        await comeToHistory(page);
        await page.getByRole("figure").first().waitFor();
        await page.waitForTimeout(700);
        await page.locator("#history").screenshot({ path: `${dir}/${name}-${width}-${colorScheme}.png` });
      };
      await shot("total", pathOf(product, "prod-one"));
      await shot("each", pathOf(product, "prod-wide", "?histDb=each"));
      await shot("table", pathOf(product, "prod-wide", "?histDb=each&histTable=memory,keys"));
      await shot("compare", pathOf(product, "prod-one", "?hist=6h&histCompare=day"));
      if (shots.includes("overview")) {
        await openAs(page, "admin@example.com", "/overview?historyCompare=week", product);
        const section = page.getByRole("region", { name: "History", exact: true });
        await page.getByRole("region", { name: "Sources" }).waitFor();
        await section.scrollIntoViewIfNeeded();
        await section.getByRole("figure").first().waitFor();
        await page.waitForTimeout(700);
        await section.screenshot({ path: `${dir}/overview-${width}-${colorScheme}.png` });
        await page.screenshot({ path: `${dir}/overview-top-${width}-${colorScheme}.png` });
      }
    }
  void figureOf;
  await product.stop();
});
