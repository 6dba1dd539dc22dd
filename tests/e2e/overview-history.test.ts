import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { takeCensus } from "@shardwatch/core/census/census";
import { parse } from "csv-parse/sync";
import { expectAccessible } from "./axe.ts";
import { counted, leaveSparks, leaveTotals, rising } from "./censuses.ts";
import { rowOf, seen } from "./deployments.ts";
import { minuteOf, pass } from "./passes.ts";
import { answered, openAs } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

test.describe("fleet", () => {
  const gibibyte = 1_073_741_824;
  let product: TestProduct;
  let now = 0;

  test.beforeAll(async () => {
    ({ product, now } = await startAtMidday());
    await leaveTotals(product, 40 * 24, (ago) => {
      // Half a day was not counted.
      if (ago > 48 && ago <= 60) return undefined;
      const shards = { ramShards: 30, ramShardLimit: 40, flashShards: 0, flashShardLimit: 0 };
      const memory = { memoryUsed: (100 - ago / 10) * gibibyte, memoryLimit: 200 * gibibyte };
      const operations = { ops: 5_000 + ago, measured: 12 };
      return counted({ active: 12, stale: ago % 2 }, { ...memory, ...shards, ...operations });
    });
  });
  // The next hour does not begin while these tests run.
  test.beforeEach(({ page }) => page.clock.setFixedTime(now));
  test.afterEach(() => product.api.open());
  test.afterAll(() => product.stop());

  const section = (page: Page) => page.getByRole("region", { name: "History", exact: true });
  const open = async (page: Page, path = "/overview", who = "admin@example.com") => {
    await openAs(page, who, path, product);
    await page.getByRole("region", { name: "Sources" }).waitFor();
    await section(page).scrollIntoViewIfNeeded();
  };
  const figure = (page: Page, name: RegExp) => section(page).getByRole("figure", { name });

  test(
    "HIS14 the overview draws deployments by status, memory, operations and shards of the last seven days",
    { tag: "@all" },
    async ({ page }) => {
      await open(page);
      await expect(
        figure(page, /^Deployments by status of Acme Data, last 7 days: Active always 12/),
      ).toBeVisible();
      await expect(figure(page, /^Memory used of Acme Data, .* limit 200.00 GiB; one gap$/)).toBeVisible();
      await expect(figure(page, /^Operations of Acme Data, .*now 5,001\/s; one gap$/)).toBeVisible();
      await expect(
        figure(page, /^RAM shards in use of Acme Data, .*always 30, now 30, limit 40/),
      ).toBeVisible();
      await expect(
        section(page)
          .getByText(/one point an hour/)
          .first(),
      ).toBeVisible();
      await expect(section(page).getByRole("heading", { name: "Flash shards" })).toHaveCount(0);
      await expectAccessible(page, "overview with history");
    },
  );

  test(
    "HIS14 HIS09 the range is in the address, and every chart is a table too",
    { tag: "@all" },
    async ({ page }) => {
      await open(page);
      await section(page).getByRole("button", { name: "13 months" }).click();
      await expect(page).toHaveURL(/\/overview\?history=13m$/);
      await expect(figure(page, /^Memory used of Acme Data, last 13 months/)).toBeVisible();
      await expect(section(page).getByText(/one point a day, largest value/)).toBeVisible();
      await section(page).getByRole("button", { name: "Show as table: Memory" }).click();
      const table = section(page).getByRole("table", { name: "Memory" });
      await expect(table.getByRole("columnheader")).toHaveText(["Time", "Used", "Limit"]);
      await expect(table.getByRole("row").nth(1)).toContainText("99.90 GiB");
      await page.reload();
      await section(page).scrollIntoViewIfNeeded();
      await expect(figure(page, /^Operations of Acme Data, last 13 months/)).toBeVisible();
      await section(page).getByRole("button", { name: "7 days" }).click();
      await expect(page).toHaveURL(/\/overview$/);
    },
  );

  test(
    "HIS14 HIS10 a drag zooms all charts of the overview, Back undoes it, a link and a file have what is shown",
    { tag: "@all" },
    async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.webUrl });
      await open(page);
      const memory = figure(page, /^Memory used of Acme Data, last 7 days/);
      await memory.scrollIntoViewIfNeeded();
      const box = (await memory.locator(".u-over").boundingBox()) ?? { x: 0, y: 0, width: 0 };
      await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 4 });
      await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 4 });
      await page.mouse.up();
      await expect(page).toHaveURL(/historyZoom=\d+-\d+$/);
      await expect(figure(page, /^Operations of Acme Data, from /)).toBeVisible();
      await expect(section(page).getByText(/^Showing from .* to /)).toBeVisible();

      await section(page).getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByText("Link copied, with fixed times")).toBeVisible();
      const link = await page.evaluate<string>("navigator.clipboard.readText()");
      const started = page.waitForEvent("download");
      await section(page).getByRole("button", { name: "CSV" }).click();
      const text = await readFile(await (await started).path(), "utf8");
      const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
      const [, from = 0, to = 0] = /historyZoom=(\d+)-(\d+)/.exec(link)?.map(Number) ?? [];
      expect(rows).toHaveLength((to - from) / 3_600);
      expect(rows[0]).toMatchObject({
        time: new Date(from * 1_000).toISOString(),
        "Memory: Limit (bytes)": String(200 * gibibyte),
        "Operations: Deployments measured": "12",
      });

      await page.goBack();
      await expect(page).toHaveURL(/\/overview$/);
      await expect(figure(page, /^Memory used of Acme Data, last 7 days/)).toBeVisible();
      await page.goto(link);
      await section(page).scrollIntoViewIfNeeded();
      await expect(figure(page, /^Memory used of Acme Data, from /)).toBeVisible();
    },
  );

  test(
    "HIS14 operations say of how many deployments they are, because they fall while an agent is silent",
    { tag: "@all" },
    async ({ page }) => {
      await open(page);
      await expect(
        section(page).getByText("Latest; from 12 of 13 deployments; one point an hour"),
      ).toBeVisible();
      await figure(page, /^Operations/).focus();
      // The hour that is not over has no count, and the one before it has a silent deployment.
      for (const key of ["End", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
      await expect(section(page).getByText(/; from 12 of 12 deployments$/)).toBeVisible();
      await expect(section(page).getByRole("status").filter({ hasText: "from 12 of 12" })).toHaveCount(1);
    },
  );

  test("HIS14 HIS11 SCR10 charts load when they come near; the tiles have their change and a line from the same answer", async ({
    page,
  }) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    const wanted = () => loaded.filter((path) => path === "/history" || path.includes("FleetCharts"));
    const last = answered(page, product, "/sources", "/incidents", "/notifications");
    await openAs(page, "admin@example.com", "/overview", product);
    await section(page).waitFor({ state: "attached" });
    await last;
    expect(wanted()).toEqual([]);
    await section(page).scrollIntoViewIfNeeded();
    await expect(figure(page, /^Memory used/)).toBeVisible();
    const tile = page
      .getByRole("list", { name: "Figures" })
      .getByRole("listitem")
      .filter({ hasText: "Memory used" });
    await expect(tile).toContainText(/in 24 hours\s*\+2\.5%/);
    await expect(tile.locator("svg path")).toHaveAttribute("d", /^M0 /);
    expect(wanted()).toHaveLength(2);
  });

  test(
    "HIS14 without a census the section says so; people who see all organizations choose one first",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "/overview", "globex@example.com");
      await expect(section(page).getByText("Each hour the deployments are counted once.")).toBeVisible();
      const last = answered(page, product, "/deployments/changed", "/notifications");
      await openAs(page, "super@example.com", "/overview", product);
      await page.getByRole("region", { name: "Needs attention" }).getByRole("listitem").first().waitFor();
      await last;
      await expect(section(page)).toHaveCount(0);
      await page.goto(`${product.webUrl}/overview?org=${product.people.organization}`);
      await section(page).scrollIntoViewIfNeeded();
      await expect(figure(page, /^Memory used of/)).toBeVisible();
    },
  );
});

test.describe("sparklines", () => {
  let product: TestProduct;
  let now = 0;
  const source = { kind: "agent", id: "sparks", instance: "-" } as const;
  const memory = (used: number, limit: number) => [
    {
      id: "0",
      name: null,
      status: "active",
      version: "8.0.1",
      memoryUsed: String(used),
      memoryLimit: String(limit),
      tlsEnabled: true,
    },
  ];

  test.beforeAll(async () => {
    ({ product, now } = await startAtMidday());
    await seen(product, source, [
      { name: "spark-rising", databases: memory(950, 1_000) },
      { name: "spark-free", databases: memory(500, 0) },
      { name: "spark-new", databases: memory(500, 1_000) },
    ]);
    await leaveSparks(product, ({ name }, index) => {
      if (name === "spark-new") return undefined;
      if (name === "spark-free") return { limited: false, values: rising(1).values };
      return rising(name === "spark-rising" ? 2 : (index % 5) / 2);
    });
    await takeCensus(product.services, product.people.organization);
    await pass(product, product.people.organization, minuteOf(now));
  });
  // The next hour does not begin while these tests run.
  test.beforeEach(({ page }) => page.clock.setFixedTime(now));
  test.afterEach(() => product.api.open());
  test.afterAll(() => product.stop());

  const open = (page: Page, path: string, who = "admin@example.com") => openAs(page, who, path, product);

  const lineOf = (page: Page, name: string) => rowOf(page, name).locator("memory-spark path");

  test(
    "HIS13 every row has the line of its last 24 hours, and says how much it is up",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "/deployments?search=spark-&sort=name");
      await expect(lineOf(page, "spark-rising")).toHaveAttribute("d", /^M0 61L2 59.*L44 13L46 0$/);
      await expect(lineOf(page, "spark-free")).toHaveAttribute("opacity", "0.35");
      await expect(rowOf(page, "spark-rising").getByText("Up about 92 points in 24 hours")).toBeAttached();
      await rowOf(page, "spark-rising").getByText("950.00 / 1000.00 B").hover();
      await expect(page.getByRole("tooltip")).toContainText("Up about 92 points in 24 hours");
      await page.keyboard.press("Escape");
      // One hour is no line, but a dot.
      await expect(lineOf(page, "spark-new")).toHaveAttribute("d", "M46 31h-1");
      await expectAccessible(page, "list with sparklines");
    },
  );

  test(
    "HIS13 the line belongs to the row also when other rows come to its place",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "/deployments?search=spark-&sort=name&order=asc");
      const first = page.locator("memory-spark path").first();
      await expect(lineOf(page, "spark-rising")).toHaveAttribute("d", /^M0 61L2 59.*L46 0$/);
      await expect(first).toHaveAttribute("opacity", "0.35");
      await page.getByRole("button", { name: "Name", exact: true }).click();
      await expect(first).toHaveAttribute("d", /^M0 61L2 59.*L46 0$/);
      await expect(first).toHaveAttribute("opacity", "0.55");
    },
  );

  test("HIS13 the lines are asked for once, and drawn after the rows", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/^\/(deployments|history)/.test(pathname) && request.resourceType() === "fetch")
        asked.push([pathname, searchParams.get("organizationId")].filter(Boolean).join(" "));
    });
    const held = product.api.hold("GET /history/sparks");
    await open(page, "/deployments?search=spark-");
    await held.arrived;
    await expect(page.locator("[data-row-link]")).toHaveCount(3);
    await expect(page.locator("memory-spark svg")).toHaveCount(0);
    held.release();
    await expect(lineOf(page, "spark-rising")).toHaveAttribute("d", /^M/);
    const again = answered(page, product, "/deployments");
    await page.getByRole("button", { name: "Refresh" }).click();
    await again;
    expect(asked.filter((path) => path.startsWith("/history"))).toEqual([
      `/history/sparks ${product.people.organization}`,
    ]);
    expect(asked[0]).toBe("/deployments");
  });

  test(
    "HIS13 the overview has the lines of deployments that are nearly full",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "/overview");
      const row = page
        .getByRole("region", { name: "Needs attention" })
        .getByRole("listitem")
        .filter({
          has: page.getByRole("link", { name: "spark-rising", exact: true }),
        });
      await expect(row.locator("memory-spark path")).toHaveAttribute("d", /^M0 61L2 59.*L46 0$/);
      await expect(row.getByText("Up about 92 points in 24 hours")).toBeAttached();
    },
  );

  test(
    "HIS13 people who see every organization have the lines of each",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "/deployments?search=spark-", "super@example.com");
      await expect(lineOf(page, "spark-rising")).toHaveAttribute("d", /^M0 61L2 59.*L46 0$/);
    },
  );
});
