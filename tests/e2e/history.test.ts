import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { comeToHistory, figureOf, historyOf, pathOf, withPast } from "./past.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("charts", () => {
  const gib = 2 ** 30;
  const person = "viewer@example.com";
  let product: TestProduct;
  let now = 0;

  test.beforeAll(async () => {
    ({ product, now } = await startAtMidday());
    await withPast(product, [
      // Silent for an hour, and once for five minutes; a point between two silences is alone.
      {
        name: "gap-cache",
        databases: 1,
        past: (ago) =>
          (ago >= 60 && ago < 72) || ago === 99 || ago === 101
            ? undefined
            : { used: ago < 60 ? 3 * gib : 2 * gib },
      },
      { name: "wide-cache", databases: 60, past: () => ({ used: gib }) },
    ]);
    const another = {
      kind: "agent",
      id: "key_01m1sp1aced000000000000000",
      instance: "agent00000000003",
    } as const;
    await seen(product, another, [{ name: "fresh-cache" }]);
  });
  // The next five minutes do not begin while these tests run.
  test.beforeEach(({ page }) => page.clock.setFixedTime(now));
  test.afterAll(() => product.stop());

  /** Opens a deployment and scrolls to its history, which loads only then. */
  async function open(page: Page, name: string, query = ""): Promise<void> {
    await openAs(page, person, pathOf(product, name, query), product);
    await comeToHistory(page);
  }

  test("HIS02 HIS04 HIS09 the page draws memory with its limit and five more, names them in words, and has a band of the status", async ({
    page,
  }) => {
    await open(page, "gap-cache");
    const section = historyOf(page);
    await expect(figureOf(page, "Memory used")).toHaveAccessibleName(
      "Memory used of gap-cache, last 24 hours: from 2.00 GiB to 3.00 GiB, now 3.00 GiB, limit 64.00 GiB; three gaps",
    );
    for (const name of ["Operations", "Connected clients", "Hit ratio", "Evicted keys", "Keys"])
      await expect(figureOf(page, name)).toBeVisible();
    await expect(section.getByRole("heading", { level: 3 })).toHaveText([
      "Memory",
      "Operations",
      "Clients",
      "Hit ratio",
      "Evictions",
      "Keys",
    ]);
    await expect(
      section.getByRole("img", { name: /^gap-cache, last 24 hours: Status: / }),
    ).toHaveAccessibleName(
      /active for .*silent for 1 hour 10 minutes, from .* for 5 minutes, from .* for 1 hour/,
    );
    await expect(section).toContainText(/As of \d\d:\d\d, [5-9] minutes ago/);
    await expect(section).toContainText("3.00 GiB");
    await expectAccessible(page, "history", { within: "#history" });
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(figureOf(page, "Keys")).toBeVisible();
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    }
  });

  test(
    "HIS02 SCR10 range, databases and tables are in the address; Back and a reload keep them; one legend is for all charts",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "wide-cache");
      const section = historyOf(page);
      await section.getByRole("button", { name: "6 h", exact: true }).click();
      await expect(page).toHaveURL(/hist=6h/);
      await expect(figureOf(page, "Memory used of wide-cache, last 6 hours")).toBeVisible();
      await section.getByLabel("Databases").selectOption("By database");
      await expect(figureOf(page, "Memory used")).toHaveAccessibleName(
        /: db-59 .*; db-58 .*; db-57 .*; 3 more lines/,
      );
      // One legend for all charts: the others start hidden, because they would hide the five largest.
      const line = (name: string) => section.getByRole("button", { name, exact: true });
      await expect(line("55 others")).toHaveAttribute("aria-pressed", "false");
      await line("55 others").click();
      await expect(line("55 others")).toHaveAttribute("aria-pressed", "true");
      await line("Show all").click();
      await line("db-58").click();
      await expect(line("db-59")).toHaveAttribute("aria-pressed", "false");
      for (const chart of ["Memory", "Keys"])
        await expect(section.getByRole("region", { name: chart })).toContainText("db-58");
      await line("Show all").click();
      await section.getByRole("button", { name: "Show as table: Keys" }).click();
      const table = section.getByRole("table", { name: "Keys" });
      await expect(table.getByRole("columnheader")).toHaveCount(7);
      await page.reload();
      await expect(page).toHaveURL(/hist=6h&histDb=each&histTable=keys/);
      // A browser may lose its place on a page that grows while it loads.
      await comeToHistory(page);
      await expect(table.getByRole("row")).toHaveCount(26);
      await page.goBack();
      await expect(table).toBeHidden();
      await page.goBack();
      await expect(section.getByLabel("Databases")).toHaveValue("total");
      await section.getByLabel("Databases").selectOption("db-7");
      await expect(figureOf(page, "Memory used of db-7, last 6 hours: always 8.00 GiB")).toBeVisible();
      for (const [name, words, step] of [
        ["7 d", "last 7 days", "one point an hour"],
        ["30 d", "last 30 days", "one point an hour"],
        ["13 months", "last 13 months", "one point a day"],
      ] as const) {
        await section.getByRole("button", { name, exact: true }).click();
        await expect(figureOf(page, `Memory used of db-7, ${words}`)).toBeVisible();
        await expect(section.getByText(`${step}, largest value`).first()).toBeVisible();
      }
      await expect(page).toHaveURL(/hist=13mo/);
    },
  );

  test(
    "HIS02 a range of one's own is shown after a check of its times",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "gap-cache");
      const section = historyOf(page);
      await section.getByRole("button", { name: "Custom range" }).click();
      const [from, to] = [section.getByLabel("From (UTC)"), section.getByLabel("To (UTC)")];
      const end = await to.inputValue();
      await to.fill(await from.inputValue());
      await section.getByRole("button", { name: "Show", exact: true }).click();
      await expect(section.getByRole("alert")).toHaveText("The end has to be later than the begin.");
      await to.fill(end);
      await section.getByRole("button", { name: "Show", exact: true }).click();
      await expect(page).toHaveURL(/histFrom=.*&histTo=/);
      await expect(figureOf(page, "Memory used of gap-cache, from ")).toBeVisible();
      await expect(section).toContainText(/Showing from .* to /);
      await expect(section).not.toContainText("last known values");
    },
  );

  test(
    "HIS10 a drag zooms all charts, Back undoes it, Escape and a double click leave it, and a reload keeps it",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "gap-cache");
      const memory = figureOf(page, "Memory used");
      await memory.scrollIntoViewIfNeeded();
      const plot = memory.locator(".u-over");
      async function drag() {
        // The chart is drawn anew when the values of another range come.
        await expect(historyOf(page).locator("[aria-busy=true]")).toHaveCount(0);
        await memory.scrollIntoViewIfNeeded();
        const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0 };
        await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 4 });
        await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 4 });
        await page.mouse.up();
        await expect(page).toHaveURL(/histZoom=\d+-\d+/);
      }
      await drag();
      const [, begin = 0, end = 0] = /histZoom=(\d+)-(\d+)/.exec(page.url())?.map(Number) ?? [];
      expect((end - begin) / 3_600).toBeGreaterThan(5);
      expect((end - begin) / 3_600).toBeLessThan(7.5);
      expect([begin % 300, end % 300]).toEqual([0, 0]);
      await expect(figureOf(page, "Connected clients of gap-cache, from ")).toBeVisible();
      await page.reload();
      await comeToHistory(page);
      await expect(figureOf(page, "Keys of gap-cache, from ")).toBeVisible();
      await page.goBack();
      await expect(page).not.toHaveURL(/histZoom/);
      await expect(figureOf(page, "Memory used of gap-cache, last 24 hours")).toBeVisible();
      await drag();
      await memory.focus();
      await page.keyboard.press("Escape");
      await expect(page).not.toHaveURL(/histZoom/);
      await drag();
      await plot.dblclick();
      await expect(page).not.toHaveURL(/histZoom/);
      await historyOf(page).getByRole("button", { name: "Zoom in" }).click();
      await expect(page).toHaveURL(/histZoom/);
      await historyOf(page).getByRole("button", { name: "Zoom out" }).click();
      await expect(page).not.toHaveURL(/histZoom/);
    },
  );

  test(
    "HIS10 a copied link has fixed times, and a file has each step, with nothing for a gap",
    { tag: "@all" },
    async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.webUrl });
      await open(page, "gap-cache");
      await figureOf(page, "Memory used").waitFor();
      const section = historyOf(page);
      await section.getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByText("Link copied, with fixed times")).toBeVisible();
      const link = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(new URL(link).hash).toBe("#history");
      const started = page.waitForEvent("download");
      await section.getByRole("button", { name: "CSV" }).click();
      const text = await readFile(await (await started).path(), "utf8");
      const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
      expect(rows.length).toBeGreaterThanOrEqual(288);
      const silent = rows.filter(({ status }) => status === "silent");
      expect(silent).toHaveLength(14);
      expect(new Set(silent.map((row) => row["Memory: Used (bytes)"]))).toEqual(new Set([""]));
      const active = rows.find(({ status }) => status === "active");
      expect(active).toMatchObject({
        "Memory: Used (bytes)": String(2 * gib),
        "Memory: Limit (bytes)": String(64 * gib),
      });
      expect(active?.["time"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d[05]:00\.000Z$/);

      await page.goto(link);
      await expect(figureOf(page, "Memory used of gap-cache, from ")).toBeInViewport();
    },
  );

  test(
    "HIS02 a new deployment says when its history begins and when the first point comes",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "fresh-cache");
      await expect(historyOf(page)).toContainText(
        /No values yetHistory begins .*, \d\d:\d\d\.The first point comes five minutes after the first report\./,
      );
      await expectAccessible(page, "history that has not begun", { within: "#history" });
    },
  );
});

test.describe("detailed history of AWS", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  const roleArn = "arn:aws:iam::111122223333:role/ShardwatchReadOnly";
  const table = (page: Page) => page.getByRole("table", { name: "ElastiCache integrations" });
  const row = (page: Page) => table(page).getByRole("row").nth(1);

  /** Connects the simulated account, and opens the details of its row. */
  async function connectAccount(page: Page): Promise<void> {
    await openAs(page, "admin@example.com", "/integrations/aws", product);
    const id = page.getByRole("figure", { name: "External ID" }).getByRole("code");
    await expect(id).toBeVisible();
    const externalId = (await id.textContent()) ?? "";
    const form = { name: "ShardwatchReadOnly", externalId };
    await page.request.post(`${product.providerUrl}/aws/console/roles`, { form });
    const data = { roleArn, externalId };
    const headers = { origin: product.webUrl };
    const answer = await page.request.post(`${product.apiUrl}/api/elasticache`, { headers, data });
    expect(answer.status()).toBe(201);
    await page.reload();
    await expect(row(page)).toContainText(/4 caches/, { timeout: 60_000 });
    await row(page).getByRole("button", { name: "Last sync of 111122223333" }).click();
  }

  test(
    "HIS15 HIS02 detailed history is off, shows its price before it is switched on, and brings live figures",
    { tag: "@all" },
    async ({ page }) => {
      await connectAccount(page);
      const on = page.getByRole("button", { name: "Turn on… detailed history of 111122223333" });
      await on.click();
      const dialog = page.getByRole("dialog", { name: "Turn on detailed history" });
      // Six nodes in cluster mode, two others, and a serverless cache with four metrics.
      await expect(dialog).toContainText(
        "CloudWatch will charge AWS account 111122223333 about $0.32 a month",
      );
      await expect(dialog).toContainText("44 metrics each hour");
      await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
      await expectAccessible(page, "the dialog");
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
      }
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(on).toBeFocused();

      await on.click();
      await dialog.getByRole("button", { name: "Turn on" }).click();
      await expect(page.getByText("Detailed history turned on", { exact: true })).toBeVisible();
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(row(page)).toContainText("Detailed history, about $0.32 a month");
      const details = table(page).getByRole("row").nth(2);
      await expect(details).toContainText("On, about $0.32 a month");
      await expect(details).toContainText("Read detailed history", { timeout: 60_000 });
      await expectAccessible(page, "the details");

      await row(page).getByRole("link", { name: "111122223333" }).click();
      const live = page.getByRole("region", { name: "Live figures" });
      await expect(live).toContainText("; read once an hour");
      await expect(live).toContainText(/Clients\s*\d/);
      await expect(live).toContainText("3 of 4 databases");
      await expect(live).not.toContainText("Fragmentation");
      await expectAccessible(page, "the live figures");
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
      }

      await page.goBack();
      await row(page).getByRole("button", { name: "Last sync of 111122223333" }).click();
      await page.getByRole("button", { name: "Turn off detailed history of 111122223333" }).click();
      const off = page.getByRole("dialog", { name: "Turn off detailed history" });
      await expect(off).toContainText("What is stored stays in the charts.");
      await off.getByRole("button", { name: "Turn off" }).click();
      await expect(row(page)).not.toContainText("Detailed history");
      await expect(on).toBeVisible();
    },
  );
});
