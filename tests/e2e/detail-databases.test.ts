import { expect, type Page, test } from "@playwright/test";
import { factOf, seen } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs, scrollsSideways } from "./place.ts";

let product: TestProduct;
const tebibyte = 2n ** 40n;
const database = (id: string, fields: object = {}) => ({
  id,
  name: id,
  status: "active",
  version: "7.4.2",
  memoryUsed: null,
  memoryLimit: null,
  tlsEnabled: null,
  ...fields,
});
const count = 1_500;
// The two largest differ by one byte beyond 2^53.
const enormous = 2n ** 60n;
const tenants = Array.from({ length: count }, (_, index) =>
  database(`tenant-${index + 1}`, {
    status: index % 250 === 249 ? "degraded" : "active",
    memoryUsed: String(index < 2 ? enormous + BigInt(index) : BigInt(index)),
    memoryLimit: String(8n * tebibyte),
  }),
);

test.beforeAll(async () => {
  product = await startTestProduct();
  const agent = { kind: "agent", id: "many", instance: "demo" } as const;
  await seen(product, agent, [{ name: "tenants", type: "ENTERPRISE", databases: tenants }]);
  const gap = "The user may not run CONFIG GET: the memory limit is not known. Grant it: +config|get";
  await seen(product, { kind: "agent", id: "rights", instance: "demo" }, [
    {
      name: "no-rights",
      databases: [database("unreadable"), database("unlimited", { memoryLimit: "0" })],
      gaps: [gap],
    },
    { name: "no-limit", databases: [database("untold")] },
  ]);
});
test.afterAll(() => product.stop());

const table = (page: Page) => page.getByRole("table", { name: "Databases" });
const names = (page: Page) => table(page).getByRole("rowheader");
const header = (page: Page, name: string) => table(page).getByRole("columnheader", { name });

async function open(page: Page, name: string): Promise<void> {
  await openAs(page, "viewer@example.com", `/deployments?search=${name}`, product);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(names(page).first()).toBeVisible();
}

test(
  "DET01 DET12 AMD06 AMD15 ENT23 ENT25 NAV26 of 1,500 databases a page is shown, and search, order and page stand in the address",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "tenants");
    await expect(names(page)).toHaveCount(50);
    await expect(page.getByText("Showing 50 of 1,500 databases")).toBeVisible();
    const sum = (2n * enormous + 1n + (1_499n * 1_500n) / 2n - 1n) / 2n ** 30n;
    const pebibytes = (Number(sum) / 2 ** 20).toFixed(2);
    await expect(page.getByText(`${pebibytes} PiB used of 11.72 PiB, 1,494 of 1,500 active`)).toBeVisible();

    await expect(header(page, "Name")).toHaveAttribute("aria-sort", "ascending");
    const used = header(page, "Memory used").getByRole("button");
    await used.press("Enter");
    await expect(names(page).first()).toContainText("tenant-3");
    await used.press("Enter");
    await expect(header(page, "Memory used")).toHaveAttribute("aria-sort", "descending");
    await expect(header(page, "Name")).not.toHaveAttribute("aria-sort");
    await expect(names(page).first()).toContainText("tenant-2");
    await expect(names(page).nth(1)).toContainText("tenant-1");
    await page.getByRole("button", { name: "Last page" }).click();
    await expect(names(page).last()).toContainText("tenant-3");
    await expect(page).toHaveURL(/\?search=tenants&dbSort=memoryUsed&dbOrder=desc&dbPage=30$/);
    await page.reload();
    await expect(names(page).last()).toContainText("tenant-3");
    await page.goBack();
    await expect(page.getByText("Page 1 of 30")).toBeVisible();

    const search = page.getByRole("searchbox", { name: "Search by name" });
    await search.fill("TENANT-150");
    await expect(names(page)).toHaveCount(2);
    await expect(page.getByRole("status").filter({ hasText: "2 databases found" })).toBeAttached();
    await search.fill("nothing like that");
    await expect(page.getByText("No databases found matching the search.")).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("button", { name: "Inactive" }).click();
    await expect(names(page)).toHaveCount(6);
    await page.getByRole("link", { name: "Back to Deployments" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments?search=tenants`);
  },
);

test(
  "DET14 DET16 DET17 ENT24 ENT26 no limit, a limit that is not known and one that may not be read are told apart",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "no-rights");
    const row = (name: string) => table(page).getByRole("row").filter({ hasText: name });
    await expect(row("unlimited")).toContainText("No limit set");
    await expect(row("unreadable")).toContainText("No permission to read");
    await expect(row("unreadable").getByRole("cell").last()).toHaveText("—Unknown");
    await expect(row("unreadable")).toContainText("Memory utilization data not available");
    const gaps = page.getByRole("region", { name: "What the agent couldn't read" });
    await expect(gaps.getByRole("listitem")).toHaveText(/^The user may not run CONFIG GET: .*\+config\|get$/);
    await row("unreadable").getByRole("link", { name: "No permission to read" }).click();
    await expect(page).toHaveURL(/#gaps$/);
    await openAs(page, "viewer@example.com", "/deployments?search=no-limit", product);
    await page.getByRole("link", { name: "no-limit", exact: true }).click();
    await expect(factOf(page, "Memory limit")).toHaveText("—Unknown");
    await expect(page.getByText("What the agent couldn't read")).toHaveCount(0);
  },
);

test(
  "DET24 in a small window the databases are sorted by a choice, and nothing is wider than the window",
  { tag: "@all" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, "viewer@example.com", "/deployments?search=tenants", product);
    await page.getByRole("link", { name: "tenants" }).click();
    const cards = page.getByRole("list", { name: "Databases" }).locator("> li");
    await expect(cards).toHaveCount(50);
    await page.getByLabel("Sort by").selectOption("Memory used, most first");
    await expect(cards.first()).toContainText("tenant-2");
    expect(await scrollsSideways(page)).toBe(false);
  },
);
