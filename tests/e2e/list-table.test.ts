import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { rowOf, seen } from "./deployments.ts";
import { filterLine } from "./filters.ts";
import { callsOf, openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
const memory = (memoryUsed: string, memoryLimit: string) => ({
  databases: [
    { id: "1", name: "main", status: "active", version: "7.2.4", memoryUsed, memoryLimit, tlsEnabled: true },
  ],
});

test.beforeAll(async () => {
  product = await startTestProduct();
  const regions = (...names: string[]) => ({
    cloudSubscription: { subscriptionType: "Pro", provider: "AWS", regions: names, link: null },
  });
  await seen(product, { kind: "agent", id: "table", instance: "demo" }, [
    ...Array.from({ length: 12 }, (_, at) => ({
      name: `pick-${String(at).padStart(2, "0")}`,
      ...memory("512", "1024"),
    })),
    { name: "twin", type: "CLOUD", ...regions("eu-west-1") },
  ]);
  await seen(product, { kind: "redis-cloud", id: "table", instance: "-" }, [
    { name: "twin", type: "CLOUD", ...regions("us-east-1") },
  ]);
});
test.afterAll(() => product.stop());

const open = (page: Page, query: string, who = "admin@example.com") =>
  openAs(page, who, `/deployments${query}`, product);
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected deployments" });

test(
  "LSX09 LSX07 the table is one stop of the Tab key: arrows walk rows and controls, Space selects, Enter opens",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?search=pick");
    const names = Array.from({ length: 10 }, (_, at) => `pick-${String(at).padStart(2, "0")}`);
    await expect(page.locator("[data-row-link]")).toHaveText(names);
    await expect(page.locator("table [tabindex='0']")).toHaveCount(1);
    await expect(
      page
        .locator("table")
        .locator("a, button, input")
        .locator("visible=true")
        .and(page.locator(":not([tabindex])")),
    ).toHaveCount(0);

    await page.getByRole("button", { name: "Clear all" }).focus();
    await page.keyboard.press("Tab");
    await expect(link(page, "pick-00")).toBeFocused();
    for (const [key, name] of [
      ["ArrowDown", "pick-01"],
      ["ArrowDown", "pick-02"],
      ["ArrowUp", "pick-01"],
      ["End", "pick-09"],
      ["Home", "pick-00"],
      ["PageDown", "pick-09"],
      ["ArrowDown", "pick-09"],
      ["PageUp", "pick-00"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(link(page, name)).toBeFocused();
    }
    await page.keyboard.press("ArrowRight");
    await expect(rowOf(page, "pick-00").getByRole("button", { name: /^active$/i })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(rowOf(page, "pick-01").getByRole("button", { name: /^active$/i })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Space");
    await expect(box(page, "pick-01")).toBeChecked();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Space");
    await expect(bar(page).getByRole("status")).toHaveText("3 selected");
    await expectAccessible(page, "a list with selected rows");

    // One press leaves the table, and one comes back to the same row.
    await page.keyboard.press("Tab");
    await expect(page.locator("table :focus")).toHaveCount(0);
    await page.keyboard.press("Shift+Tab");
    await expect(link(page, "pick-03")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "pick-03" })).toBeFocused();
  },
);

test("LSX07 LSX05 a page or all that pass the filters are selected; more than ten are deleted after typing how many, and what fails is told and retried", async ({
  page,
}) => {
  await open(page, "?search=pick");
  await expect(page.getByText("12 deployments", { exact: true })).toBeVisible();
  // The keys come with the rail's foot, after the page.
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  await box(page, "pick-02").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await box(page, "pick-02").click();
  await box(page, "pick-00").click({ modifiers: ["Shift"] });
  await expect(bar(page).getByRole("status")).toHaveText("3 selected");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(bar(page).getByRole("status")).toHaveText("10 selected");
  await bar(page).getByRole("button", { name: "Select all 12" }).click();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 12 deployments" });
  await expect(dialog).toContainText("and 2 more");
  const confirm = dialog.getByRole("button", { name: "Delete 12" });
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("textbox").fill("12");

  const id = /dep_\w+/.exec((await link(page, "pick-05").getAttribute("href")) ?? "")?.[0] ?? "";
  const held = product.api.hold(`DELETE /deployments/${id}`);
  await confirm.click();
  await held.arrived;
  await expect(dialog.getByRole("status")).toHaveText("11 of 12");
  await product.api.stop();
  await expect(dialog.getByRole("alert")).toContainText("Failed to delete");
  await expect(dialog).toContainText("11 deployments deleted. Couldn't delete:");
  await expect(dialog.getByRole("listitem")).toHaveText(["pick-05Can't reach the server."]);
  await expectAccessible(page, "a deletion that failed in part");

  await product.api.start();
  product.api.open();
  await dialog.getByRole("button", { name: "Retry 1" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "12 deployments deleted" })).toBeVisible();
  await expect(page.getByText("No deployments found matching the selected filters.")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});

test(
  "LSX07 ROL20 a viewer selects and exports rows, and is not offered to delete them",
  { tag: "@all" },
  async ({ page }) => {
    const calls = callsOf(page, product);
    await open(page, "?search=twin", "viewer@example.com");
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await expect(bar(page).getByRole("status")).toHaveText("2 selected");
    await expect(bar(page).getByRole("button")).toHaveText(["Export CSV", ""]);
    const started = page.waitForEvent("download");
    await bar(page).getByRole("button", { name: "Export CSV" }).click();
    const text = await readFile(await (await started).path(), "utf8");
    expect(text.split("\r\n").filter((line) => line.includes("twin"))).toHaveLength(2);
    expect(calls.some((call) => call.startsWith("DELETE"))).toBe(false);
  },
);

test(
  "LSX06 rows that share a name differ in what is beside it, also for who only hears it",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?search=twin");
    for (const region of ["eu-west-1", "us-east-1"]) {
      const row = rowOf(page, `twin, ${region}`);
      await expect(row.getByRole("rowheader")).toHaveText(`twin${region}`);
      await expect(row.getByRole("button", { name: `Actions for twin, ${region}` })).toBeVisible();
      await expect(box(page, `twin, ${region}`)).toBeVisible();
    }
  },
);

test(
  "LSX04 a stale deployment says what that means, since when, the limit and what to do, and that its memory is old",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?search=staging-cache");
    await rowOf(page, "staging-cache")
      .getByRole("button", { name: /^stale$/i })
      .focus();
    const tooltip = page.getByRole("tooltip");
    await expect(tooltip).toContainText("The agent has stopped reporting.");
    await expect(tooltip).toContainText("is marked stale after 5 minutes.");
    await expect(tooltip).toContainText(/Last seen .*\d\d:\d\d, .* ago\./);
    await expect(tooltip).toContainText("Check that the agent is running");
    await rowOf(page, "staging-cache").getByText("512.00 MiB").locator("xpath=../..").focus();
    await expect(tooltip).toContainText("Last known values");
  },
);

test(
  "LSX10 LSX05 LSX01 rows are 36 px or 48 by choice, the list is up to 1,680 px wide, and every column fits or scrolls beside the name",
  { tag: "@all" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1_920, height: 900 });
    await open(page, "?search=orders-cache");
    const row = rowOf(page, "orders-cache");
    const height = async () => (await row.boundingBox())?.height ?? 0;
    const width = async () => (await page.locator("main").boundingBox())?.width;
    expect(Math.abs((await height()) - 36)).toBeLessThanOrEqual(1);
    expect(await width()).toBe(1_680);
    await page.getByRole("button", { name: "Show columns" }).click();
    const dialog = page.getByRole("dialog", { name: "Show columns" });
    for (const name of ["Reported by", "Version", "Region", "Last Updated", "License Expiration"])
      await dialog.getByLabel(name).check();
    await dialog.getByLabel("Roomy").check();
    await page.keyboard.press("Escape");
    await expect.poll(height).toBeGreaterThanOrEqual(47);
    await page.reload();
    await expect.poll(height).toBeGreaterThanOrEqual(47);

    await page.setViewportSize({ width: 1_024, height: 900 });
    const name = link(page, "orders-cache");
    const before = await name.boundingBox();
    expect(before?.height).toBeLessThan(30);
    const actions = page.getByRole("button", { name: "Actions for orders-cache" });
    await expect(actions).toBeInViewport({ ratio: 1 });
    await page.locator("table").evaluate((table) => table.parentElement?.scrollTo(600, 0));
    expect((await name.boundingBox())?.x).toBe(before?.x);
    await expect.poll(() => scrollsSideways(page)).toBe(false);

    const frame = page.locator("table").locator("..");
    await expect(frame).toHaveAttribute("data-before");
    await page.setViewportSize({ width: 768, height: 900 });
    await frame.evaluate((element) => element.scrollTo(0, 0));
    await expect(frame).toHaveAttribute("data-after");
    await expect(frame).not.toHaveAttribute("data-before");
    const meter = await row.getByRole("meter", { name: "Memory of orders-cache" }).boundingBox();
    const stays = await row.getByRole("cell").last().boundingBox();
    const end = (meter?.x ?? 0) + (meter?.width ?? Infinity);
    expect(end, "the memory is whole beside the columns that stay").toBeLessThan(stays?.x ?? 0);
    await page.setViewportSize({ width: 1_440, height: 900 });
    const nameWidth = async () =>
      (await page.getByRole("columnheader", { name: "Name" }).boundingBox())?.width ?? 0;
    await expect.poll(nameWidth).toBeGreaterThanOrEqual(260);

    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(page.getByText(/^1 deployment$/)).toBeVisible();
    await expect(page.getByText(/2\.00 GiB limit/)).toBeVisible();
    const target = await actions.boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await expect(row.getByRole("meter", { name: "Memory of orders-cache" })).toBeVisible();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  },
);

test(
  "AMD08 LST43 LST89 a chosen number of rows is remembered here and written into a bare address; a link with a page means ten",
  { tag: "@all" },
  async ({ page }) => {
    const rows = page.locator("[data-row-link]");
    await open(page, "");
    await expect(rows).toHaveCount(10);
    await page.getByLabel("Items per page").selectOption("25");
    await expect(page).toHaveURL(/\?pageSize=25$/);
    await page.goto(`${product.webUrl}/deployments`);
    await expect(page).toHaveURL(/\?pageSize=25$/);
    await expect.poll(() => rows.count()).toBeGreaterThan(10);
    await page.goto(`${product.webUrl}/deployments?page=1&search=e`);
    await expect(page).toHaveURL(/\?search=e$/);
    await expect(rows).toHaveCount(10);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page).toHaveURL(/\?search=e&page=2$/);
    await page.goto(`${product.webUrl}/deployments?pageSize=50`);
    await page.getByLabel("Items per page").selectOption("10");
    await page.goto(`${product.webUrl}/deployments`);
    await expect(rows).toHaveCount(10);
    await expect(page).toHaveURL(/\/deployments$/);
  },
);

test(
  "a single key does nothing when it was switched off in the palette",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "");
    await expect(page.locator("[data-row-link]")).toHaveCount(10);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search everything" }).fill("single-key");
    await page.getByRole("option", { name: "Turn single-key shortcuts off" }).click();
    await page.keyboard.press("/");
    await expect(filterLine(page)).not.toBeFocused();
  },
);
