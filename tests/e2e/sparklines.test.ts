import { expect, type Page, test } from "@playwright/test";
import { takeCensus } from "@shardwatch/core/census/census";
import { expectAccessible } from "./axe.ts";
import { rowOf, seen } from "./deployments.ts";
import { openAs } from "./place.ts";
import { leaveSparks, rising } from "./censuses.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
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
  product = await startTestProduct();
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
});
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

test("HIS13 the lines are asked for once, and after the rows", { tag: "@all" }, async ({ page }) => {
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
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.waitForLoadState("networkidle");
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

test("HIS13 people who see every organization have the lines of each", { tag: "@all" }, async ({ page }) => {
  await open(page, "/deployments?search=spark-", "super@example.com");
  await expect(lineOf(page, "spark-rising")).toHaveAttribute("d", /^M0 61L2 59.*L46 0$/);
});
