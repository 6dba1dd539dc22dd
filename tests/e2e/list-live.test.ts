import { expect, type Page, test } from "@playwright/test";
import { rowOf, seen } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf, count, openAs } from "./place.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

let agents = 0;
/** A report of a new agent: one agent may not report twice within a second. */
async function appear(name: string): Promise<void> {
  agents += 1;
  await seen(product, { kind: "agent", id: `live-${agents}`, instance: "demo" }, [{ name }]);
}

/** Opens the list with a clock that the test advances. */
async function open(page: Page): Promise<string[]> {
  await page.clock.install();
  const calls = callsOf(page, product);
  await openAs(page, "viewer@example.com", "/deployments", product);
  await expect(page.locator("[data-row-link]")).toHaveCount(10);
  return calls;
}

const first = (page: Page) => page.locator("[data-row-link]").first();
const loads = (calls: readonly string[]) => count(calls, "GET /deployments");

test(
  "the list loads again every minute and when its tab is looked at again, unless that is switched off",
  { tag: "@all" },
  async ({ page }) => {
    const calls = await open(page);
    const look = () => page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await appear("a-minute-later");
    await page.clock.fastForward(61_000);
    await expect(first(page)).toHaveText("a-minute-later");
    await appear("a-look-later");
    await page.clock.fastForward(15_000);
    await look();
    await expect(first(page)).toHaveText("a-look-later");

    const interval = page.getByLabel("Auto refresh");
    await expect(interval.getByRole("option")).toHaveText(["Auto off", "Auto 1 min", "Auto 5 min"]);
    await interval.selectOption("Auto off");
    await page.reload();
    await expect(interval).toHaveValue("0");
    await expect(page.locator("[data-row-link]")).toHaveCount(10);
    const before = loads(calls);
    await page.clock.fastForward(600_000);
    await look();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(() => loads(calls)).toBe(before + 1);
    await expect(page.getByRole("button", { name: "Refresh" })).toBeEnabled();
    expect(loads(calls)).toBe(before + 1);
  },
);

test(
  "a memory figure that changes at a refresh flashes once; it does not when another row comes to its place",
  { tag: "@all" },
  async ({ page }) => {
    const report = (name: string, memoryUsed: string) =>
      seen(product, { kind: "agent", id: name, instance: "demo" }, [
        {
          name,
          databases: [
            {
              id: "1",
              name: null,
              status: "active",
              version: null,
              memoryUsed,
              memoryLimit: "1073741824",
              tlsEnabled: null,
            },
          ],
        },
      ]);
    await report("aa-growing", "104857600");
    await report("ab-resting", "104857600");
    const flashed: string[] = [];
    await page.exposeFunction("noteFlash", (text: string) => flashed.push(text));
    await page.addInitScript(`
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      noteFlash(this.textContent);
      return animate.apply(this, how);
    };
  `);
    await open(page);
    await page.getByRole("button", { name: /^Name/ }).click();
    await page.getByRole("button", { name: /^Name/ }).click();
    await expect(rowOf(page, "aa-growing")).toContainText("100.00 MiB");
    await report("aa-growing", "209715200");
    await page.clock.fastForward(61_000);
    await expect(rowOf(page, "aa-growing")).toContainText("200.00 MiB");
    await expect.poll(() => flashed).toEqual(["200.00 MiB / 1.00 GiB"]);
  },
);

test(
  "a row does not move away under the pointer or the focus; the new order counts when they leave",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    const before = await page.locator("[data-row-link]").allTextContents();
    const total = page.getByText(/Showing 10 of/);
    const many = Number(/of (\d+)/.exec((await total.textContent()) ?? "")?.[1]);
    await page.getByRole("row").nth(5).hover();
    await appear("aa-under-pointer");
    await page.clock.fastForward(61_000);
    await expect(total).toHaveText(`Showing 10 of ${many + 1} deployments`);
    expect(await page.locator("[data-row-link]").allTextContents()).toEqual(before);
    await page.getByRole("heading", { level: 1 }).hover();
    await expect(rowOf(page, "aa-under-pointer")).toBeVisible();

    const now = await page.locator("[data-row-link]").allTextContents();
    await page.locator("[data-row-link]").nth(3).focus();
    await appear("aa-under-focus");
    await page.clock.fastForward(61_000);
    await expect(total).toHaveText(`Showing 10 of ${many + 2} deployments`);
    expect(await page.locator("[data-row-link]").allTextContents()).toEqual(now);
    await page.getByRole("searchbox").focus();
    await expect(rowOf(page, "aa-under-focus")).toBeVisible();
  },
);

test("LSX09 rows stay under a resting pointer when a key changes the view, and no open menu or tooltip passes to another row", async ({
  page,
}) => {
  const many = Array.from({ length: 12 }, (_, index) => ({ name: `many-${index + 10}` }));
  await seen(product, { kind: "agent", id: "many", instance: "demo" }, many);
  await page.clock.install();
  await openAs(page, "admin@example.com", "/deployments?search=many-2", product);
  const names = () => page.locator("[data-row-link]").allTextContents();
  const heading = page.getByRole("heading", { level: 1 });
  const fewer = ["many-20", "many-21"];
  await expect.poll(names).toEqual(fewer);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect.poll(async () => (await names()).length).toBe(10);
  // The focused row goes with the view. Once the pointer has left, nothing is held.
  await page.locator("[data-row-link]").last().focus();
  await page.evaluate("history.back()");
  await expect.poll(names).toEqual(fewer);
  await page.locator("[data-row-link]").first().hover();
  await heading.hover();
  await appear("aa-many-2");
  await page.clock.fastForward(61_000);
  await expect.poll(names).toEqual(["aa-many-2", ...fewer]);

  await page.locator("[data-row-link]").first().hover();
  await page.getByRole("searchbox").fill("many");
  await page.clock.fastForward(400);
  const shown = ["aa-many-2", ...many.slice(0, 9).map(({ name }) => name)];
  await expect.poll(names).toEqual(shown);
  await appear("aa-many-1");
  await page.clock.fastForward(61_000);
  await expect(page.getByText("Showing 10 of 14 deployments")).toBeVisible();
  expect(await names()).toEqual(shown);

  await page.getByRole("searchbox").fill("cache");
  await page.getByRole("button", { name: "Actions for many-10" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  await page.clock.fastForward(400);
  await expect(first(page)).toHaveText(/cache/);
  await expect(page.getByRole("menu")).toHaveCount(0);

  await page.getByRole("searchbox").fill("many-1");
  await page.clock.fastForward(400);
  await expect(first(page)).toHaveText("aa-many-1");
  await rowOf(page, "aa-many-1").getByRole("button").first().hover();
  await page.clock.fastForward(400);
  await expect(page.getByRole("tooltip")).toBeVisible();
  await page.getByRole("searchbox").fill("cache");
  await page.clock.fastForward(400);
  await expect(first(page)).toHaveText(/cache/);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
});

test(
  "LSX07 a deletion that ends after its dialog was closed is told once, and leaves the next dialog open",
  { tag: "@all" },
  async ({ page }) => {
    const drop = Array.from({ length: 7 }, (_, at) => ({ name: `drop-${at}` }));
    await seen(product, { kind: "agent", id: "drop", instance: "demo" }, drop);
    await openAs(page, "admin@example.com", "/deployments?search=drop-", product);
    const links = page.locator("[data-row-link]");
    await expect(links).toHaveCount(7);
    const idOf = async (name: string) =>
      /dep_\w+/.exec((await page.getByRole("link", { name, exact: true }).getAttribute("href")) ?? "")?.[0] ??
      "";
    const hold = async (name: string) => product.api.hold(`DELETE /deployments/${await idOf(name)}`);
    const held = await Promise.all(drop.slice(0, 5).map(({ name }) => hold(name)));
    const dialog = page.getByRole("dialog");
    const bar = page.getByRole("toolbar", { name: "Selected deployments" });
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await bar.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete 7" }).dblclick();
    await held[0]?.arrived;
    held[0]?.release();
    await Promise.all(held.map((each) => each.arrived));
    await expect(dialog.getByRole("status")).toHaveText("1 of 7");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    const told = page.getByRole("status").filter({ hasText: /deployments? deleted$/ });
    expect(await told.count()).toBe(0);

    await page.getByRole("button", { name: "Actions for drop-6" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const next = page.getByRole("dialog", { name: "Delete deployment" });
    await expect(next).toContainText("drop-6");
    for (const each of held) each.release();
    await expect(told).toHaveText(["5 deployments deleted"]);
    await expect(links).toHaveText(["drop-5", "drop-6"]);
    const last = await hold("drop-6");
    await next.getByRole("button", { name: "Delete" }).click();
    await last.arrived;
    await page.keyboard.press("Escape");
    await bar.getByRole("button", { name: "Delete" }).click();
    last.release();
    await expect(links).toHaveText(["drop-5"]);
    await expect(page.getByRole("dialog", { name: "Delete 2 deployments" })).toBeVisible();
  },
);
