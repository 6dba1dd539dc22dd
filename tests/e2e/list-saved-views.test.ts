import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const open = (page: Page, query = "", email = "viewer@example.com") =>
  openAs(page, email, `/deployments${query}`, product);
const tabs = (page: Page) => page.getByRole("navigation", { name: "Views" });
const tab = (page: Page, name: string) => tabs(page).getByRole("link", { name });
const current = (page: Page) => tabs(page).locator("[aria-current=page]");
const namesOf = (page: Page) => page.locator("[data-row-link]").allTextContents();
const header = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const menu = (page: Page) => page.getByRole("button", { name: "View", exact: true });
const address = (query: string) => `${product.webUrl}/deployments${query}`;

async function choose(page: Page, item: string): Promise<void> {
  await menu(page).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function toggleColumn(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Show columns" }).click();
  await page.getByRole("checkbox", { name }).click();
  await page.keyboard.press("Escape");
}

test(
  "FIL10 the views that everybody has are links with counts, by pointer, by keyboard and on a phone",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?pageSize=50");
    await expect(current(page)).toHaveText(/^All\d+$/);
    await expect(tabs(page).getByRole("link")).toHaveText([
      /^All\d+$/,
      /^Needs attention\d+$/,
      /^Nearly full\d+$/,
      /^Silent\d+$/,
      /^Licenses\d+$/,
    ]);
    await expect(page.locator("[data-row-link]")).not.toHaveCount(0);
    const all = (await namesOf(page)).length;
    await expect(tab(page, "All")).toHaveText(`All${all}`);
    for (const name of ["Needs attention", "Silent"]) {
      await tab(page, name).focus();
      await page.keyboard.press("Enter");
      await expect(current(page)).toHaveText(new RegExp(`^${name}`));
      const rows = (await namesOf(page)).length;
      expect(rows).toBeLessThan(all);
      await expect(tab(page, name)).toHaveText(`${name}${rows}`);
    }
    await expect(page).toHaveURL(address("?fresh=silent&sort=lastUpdated&pageSize=50"));
    await page.goBack();
    await expect(current(page)).toHaveText(/^Needs attention/);
    await expectAccessible(page, "views");

    await page.setViewportSize({ width: 390, height: 800 });
    await tab(page, "Licenses").click();
    await page.reload();
    await expect(current(page)).toHaveText(/^Licenses\d+$/);
    await expect(current(page)).toBeInViewport({ ratio: 0.9 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  },
);

test(
  "FIL10 a shared view opens with filter, order and columns for everybody, and leaves their own columns alone",
  { tag: "@all" },
  async ({ page, browser }) => {
    await open(page, "?type=CLOUD&order=desc");
    await expect(current(page)).toHaveCount(0);
    await toggleColumn(page, "Source");
    await expect(page.locator("[data-row-link]")).not.toHaveCount(0);
    const rows = await namesOf(page);
    await page.getByRole("button", { name: "Save view" }).click();
    const dialog = page.getByRole("dialog", { name: "Save view" });
    await dialog.getByLabel("Name").fill("Our clouds");
    await dialog.getByLabel("Share with everyone").check();
    await expectAccessible(page, "save view", "dialog");
    await page.keyboard.press("Enter");
    await expect(current(page)).toHaveText("Our clouds");
    await expect(page).toHaveURL(/\?type=CLOUD&order=desc&view=viw_\w{26}$/);

    const colleague = await browser.newContext();
    await inTurn(colleague, async (other) => {
      await open(other, "", "admin@example.com");
      await expect(header(other, "Source")).toBeVisible();
      await tab(other, "Our clouds").click();
      await expect(current(other)).toHaveText("Our clouds");
      await expect(header(other, "Source")).toBeHidden();
      await expect.poll(() => namesOf(other)).toEqual(rows);
      await toggleColumn(other, "Databases");
      await expect(current(other)).toHaveText("Our clouds(edited)");
      await tab(other, "Our clouds").click();
      await expect(header(other, "Databases")).toBeVisible();
      await tab(other, "All").click();
      await expect(header(other, "Source")).toBeVisible();

      // An admin changes, renames and deletes what others share.
      await tab(other, "Our clouds").click();
      await header(other, "Name").getByRole("button").click();
      await expect(current(other)).toHaveText("Our clouds(edited)");
      await choose(other, "Update view");
      await expect(current(other)).toHaveText("Our clouds");
      await choose(other, "Rename view");
      await other.getByRole("dialog").getByLabel("Name").fill("All our clouds");
      await other.keyboard.press("Enter");
      await expect(current(other)).toHaveText("All our clouds");
      await other.reload();
      await expect(current(other)).toHaveText("All our clouds");
      await page.reload();
      await expect(current(page)).toHaveText("All our clouds(edited)");
      await tab(page, "All our clouds").click();
      await expect.poll(() => namesOf(page)).toEqual(rows.toReversed());

      await choose(other, "Delete view");
      await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(tab(other, "All our clouds")).toHaveCount(0);
      await expect(other).toHaveURL(address("?type=CLOUD"));
    });
    await page.reload();
    await expect(page).toHaveURL(address("?type=CLOUD"));
    await expect(header(page, "Source")).toBeHidden();
  },
);

/** Runs with a page of another browser, which is closed at the end. */
async function inTurn(context: BrowserContext, run: (page: Page) => Promise<void>): Promise<void> {
  await run(await context.newPage());
  await context.close();
}

test(
  "FIL10 a view for oneself is nobody else's, and a name that is taken keeps the dialog open",
  { tag: "@all" },
  async ({ page, browser }) => {
    await open(page, "?search=cache");
    const dialog = page.getByRole("dialog", { name: "Save view" });
    const save = async (name: string) => {
      await choose(page, "Save as new view");
      await dialog.getByLabel("Name").fill(name);
      await page.keyboard.press("Enter");
    };
    await save("My caches");
    await expect(current(page)).toHaveText("My caches");
    await save("MY CACHES");
    await expect(dialog.getByRole("alert")).toContainText("A view with this name already exists.");
    await page.keyboard.press("Escape");

    const viewId = new URL(page.url()).searchParams.get("view") ?? "";
    const colleague = await browser.newContext();
    await inTurn(colleague, async (other) => {
      await open(other, `?search=cache&view=${viewId}`, "admin@example.com");
      await expect(other).toHaveURL(address("?search=cache"));
      await expect(tabs(other).getByRole("link")).toHaveCount(5);
      await expect.poll(() => namesOf(other)).toEqual(await namesOf(page));
    });
  },
);

test(
  "FIL10 a double click saves one view, and a view that is deleted in two tabs is gone from both",
  { tag: "@all" },
  async ({ page, context }) => {
    await open(page, "?search=cache");
    await choose(page, "Save as new view");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("In two tabs");
    await dialog.getByRole("button", { name: "Save", exact: true }).dblclick();
    await expect(current(page)).toHaveText("In two tabs");
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(current(other)).toHaveText("In two tabs");
    for (const each of [page, other]) {
      await choose(each, "Delete view");
      await each.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect(each).toHaveURL(address("?search=cache"));
      await expect(tab(each, "In two tabs")).toHaveCount(0);
      await expect(each.getByRole("dialog")).toHaveCount(0);
    }
  },
);

/** The URL in a block that a program copies from the dialog. */
async function urlIn(page: Page, title: string): Promise<string> {
  const text = await page.getByRole("figure", { name: title }).locator("code").textContent();
  return /'(http[^']+)'/.exec(text ?? "")?.[1] ?? "";
}

test(
  "FIL11 a view is used as a link, a CSV file, an API call, a Prometheus job and a target list",
  { tag: "@all" },
  async ({ page, context, browser }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = () => page.evaluate<string>("navigator.clipboard.readText()");
    const dialog = page.getByRole("dialog", { name: "Use this view in programs" });
    let secret = "";
    await inTurn(await browser.newContext(), async (admin) => {
      await open(admin, "", "admin@example.com");
      const headers = { origin: product.webUrl };
      const data = { name: "Views", scopes: ["read"], networks: [], expiresInDays: 7 };
      const created = await admin.request.post(`${product.apiUrl}/tokens`, { headers, data });
      ({ secret } = (await created.json()) as { secret: string });
      await choose(admin, "Command, API call, Prometheus");
      await admin.getByRole("dialog").getByRole("link", { name: "Settings, Programs" }).click();
      await expect(admin.getByRole("region", { name: "API tokens" })).toContainText("Views");
    });
    const asProgram = (url: string) => fetch(url, { headers: { authorization: `Bearer ${secret}` } });

    await open(page, "?search=cache&status=active,stale&order=desc");
    await expect(page.locator("[data-row-link]")).not.toHaveCount(0);
    const names = await namesOf(page);

    await choose(page, "Copy link");
    await expect(page.getByText("Link copied")).toBeVisible();
    await page.goto(await clipboard());
    await expect.poll(() => namesOf(page)).toEqual(names);

    const download = page.waitForEvent("download");
    await choose(page, "Download CSV");
    const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n").slice(1);
    expect(lines).toHaveLength(names.length);
    for (const [index, name] of names.entries()) expect(lines[index]).toContain(name);

    await menu(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("Ask an admin of the organization for one.");
    await expectAccessible(page, "view in programs", { within: "dialog" });
    await dialog.getByRole("button", { name: "Copy API call" }).click();
    expect(await clipboard()).toMatch(/^curl -H "Authorization: Bearer \$SHARDWATCH_TOKEN" 'http/);
    const answer = await asProgram(await urlIn(page, "API call"));
    const { deployments } = (await answer.json()) as { deployments: { name: string }[] };
    expect(deployments.map(({ name }) => name).toSorted()).toEqual(names.toSorted());

    const found = await asProgram(await urlIn(page, "Prometheus job"));
    const [part] = (await found.json()) as { labels: Record<string, string> }[];
    const parameters = new URLSearchParams();
    for (const [label, value] of Object.entries(part?.labels ?? {}))
      if (label.startsWith("__param_")) parameters.set(label.slice("__param_".length), value);
    const scraped = await asProgram(`${product.apiUrl}/metrics?${parameters.toString()}`);
    const samples = (await scraped.text()).matchAll(/^shardwatch_deployment_info\{.*?name="([^"]*)"/gm);
    expect([...samples].map(([, name = ""]) => name).toSorted()).toEqual(names.toSorted());
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(menu(page)).toBeFocused();

    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${product.webUrl}/databases?status=active&type=CLUSTER`);
    await expect(page.locator("[data-row-link]")).not.toHaveCount(0);
    const saved = page.waitForEvent("download");
    await choose(page, "Download CSV");
    const rows = (await readFile(await (await saved).path(), "utf8")).trim().split("\r\n").length - 1;
    expect(rows).toBeGreaterThan(0);
    await choose(page, "Command, API call, targets");
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    const targets = await asProgram(await urlIn(page, "Target list for redis_exporter"));
    const named = ((await targets.json()) as unknown[]).length;
    const leftOut = (targets.headers.get("x-shardwatch-left-out") ?? "").match(/\d+/g) ?? [];
    expect(leftOut.reduce((sum, each) => sum + Number(each), named)).toBe(rows);
    const list = await asProgram(await urlIn(page, "API call"));
    expect(((await list.json()) as { total: number }).total).toBe(rows);
  },
);
