import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { facet, filterLine as search, openFacet } from "./filters.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs, scrollsSideways } from "./place.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const open = (page: Page, query = "") => openAs(page, "viewer@example.com", `/deployments${query}`, product);
const namesOf = (page: Page) => page.locator("[data-row-link]").allTextContents();
const address = (query: string) => `${product.webUrl}/deployments${query}`;
const types = (page: Page) => facet(page, "Deployment Type");
const header = (page: Page, name: string) => page.getByRole("columnheader", { name });
const sortButton = (page: Page, name: string) => header(page, name).getByRole("button");

test("LST04 LST05 LST06 LST46 LST85 LIM03 typing searches 300 ms after the last key, replaces the address and starts at page 1", async ({
  page,
}) => {
  await page.clock.install();
  await open(page, "?sort=type&page=2");
  await expect(search(page)).toHaveAttribute("placeholder", "Search by name");
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  const entries = () => page.evaluate<number>("history.length");
  const before = await entries();
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const key of "CaChE") {
    await page.keyboard.type(key);
    await page.clock.runFor(299);
    expect(page.url()).toBe(address("?sort=type&page=2"));
  }
  await page.clock.runFor(1);
  await expect(page).toHaveURL(address("?search=CaChE&sort=type"));
  expect(await entries()).toBe(before);
  await page.clock.resume();
  await expect.poll(() => namesOf(page)).toEqual(["orders-cache", "staging-cache"]);
  await expect(page.getByText("Showing 2 of 2 deployments")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 deployments found" })).toHaveCount(1);

  await page.keyboard.type("/");
  await expect(search(page)).toHaveValue("CaChE/");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(address("?sort=type"));
  await expect(search(page)).toHaveValue("");
});

test(
  "FIL02 LST08 LST11 LST45 LST84 LST90 NAV26 filters, sorting and pages are steps of the history, and an address is a view",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?page=2");
    const choices = await openFacet(page, "Deployment Type");
    await expect(choices.locator("label")).toHaveText(["Redis Cloud", "Enterprise", "Standalone", "Cluster"]);
    await choices.getByLabel("Redis Cloud", { exact: true }).check();
    await expect(page).toHaveURL(address("?type=CLOUD"));
    const clouds = ["Campaigns 2024", "Mobile backend", "New region", "Storefront"];
    await expect.poll(() => namesOf(page)).toEqual(clouds);
    await sortButton(page, "Name").click();
    await expect(page).toHaveURL(address("?type=CLOUD&order=desc"));
    await expect.poll(() => namesOf(page)).toEqual(clouds.toReversed());

    await page.goBack();
    await expect.poll(() => namesOf(page)).toEqual(clouds);
    await page.goBack();
    await expect(page).toHaveURL(address("?page=2"));
    await expect(types(page)).toHaveAccessibleName("Deployment Type");
    await page.goForward();
    await page.goForward();
    await expect.poll(() => namesOf(page)).toEqual(clouds.toReversed());
    await page.reload();
    await expect(types(page)).toHaveAccessibleName("Deployment Type, 1 chosen");
    await expect.poll(() => namesOf(page)).toEqual(clouds.toReversed());
    const shared = await page.context().newPage();
    await shared.goto(page.url());
    await expect.poll(() => namesOf(shared)).toEqual(clouds.toReversed());
    await shared.close();

    await page.locator("[data-row-link]").first().click();
    await expect(page).toHaveURL(/\/deployments\/dep_\w+\?type=CLOUD&order=desc$/);
    await page.goBack();
    await expect.poll(() => namesOf(page)).toEqual(clouds.toReversed());
  },
);

test("AMD11 AMD23 LSX02 LST29 LST36 LST37 LST38 LST48 LST52 LST86 LST87 a header sorts, turns the order round, and tells so", async ({
  page,
}) => {
  await open(page, "?page=2");
  const sorted = page.locator("th[aria-sort]");
  await expect(header(page, "Name")).toHaveAttribute("aria-sort", "ascending");
  await sortButton(page, "Status").click();
  await expect(page).toHaveURL(address("?sort=status"));
  await expect.poll(async () => (await namesOf(page))[0]).toBe("rate-limiter");
  await sortButton(page, "Memory").click();
  await expect(page).toHaveURL(address("?sort=memory&order=desc"));
  await sortButton(page, "Databases").click();
  await expect(page).toHaveURL(address("?sort=databaseCount&order=desc"));
  await expect(header(page, "Databases")).toHaveAttribute("aria-sort", "descending");
  await expect(sorted).toHaveCount(1);
  await expect.poll(async () => (await namesOf(page))[0]).toBe("Payments");
  await sortButton(page, "Databases").click();
  await expect(page).toHaveURL(address("?sort=databaseCount"));
  await expect(header(page, "Databases")).toHaveAttribute("aria-sort", "ascending");
  await sortButton(page, "Utilized/License Shards").click();
  await expect(page).toHaveURL(address("?sort=licenseUtilization&order=desc"));
  await sortButton(page, "Name").click();
  await expect(page).toHaveURL(address(""));
});

test("LST18 LST77 LST78 active filters can be taken away one by one and all together; order and size stay", async ({
  page,
}) => {
  await open(page, "?search=zzz&type=CLOUD&order=desc&pageSize=25");
  await expect(
    page.getByText("No deployments found matching the selected filters.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText("Search: zzz, Type: Redis Cloud")).toBeVisible();
  await expect(page.getByText("Set up the agent")).toHaveCount(0);
  await expectAccessible(page, "filtered to nothing");
  const chips = page.getByRole("list", { name: "Active filters" });
  await chips.getByRole("button", { name: "Remove filter Search: zzz" }).click();
  await expect(page).toHaveURL(address("?type=CLOUD&order=desc&pageSize=25"));
  await expect(search(page)).toHaveValue("type:CLOUD ");
  await search(page).fill("front type:CLOUD");
  await search(page).press("Enter");
  await expect.poll(() => namesOf(page)).toEqual(["Storefront"]);
  await chips.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(address("?order=desc&pageSize=25"));
  await expect(chips).toHaveCount(0);
  await expect(types(page)).toHaveAccessibleName("Deployment Type");
  await page.goto(address("?search=zzz&type=CLOUD&order=desc"));
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(address("?order=desc"));
});

test("LST19 LST20 LST21 LST22 LST27 LST28 LIM16 columns are chosen by the keyboard, and remembered here", async ({
  page,
}) => {
  await open(page);
  await expect(page.locator("[data-row-link]")).toHaveCount(10);
  const shown = async () => (await page.getByRole("columnheader").allTextContents()).join();
  const usual = ",Name,Status,Memory,24 h trend,Type,Source,Databases,Utilized/License Shards,Actions";
  expect(await shown()).toBe(usual);
  const chooser = page.getByRole("button", { name: "Show columns" });
  await chooser.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Show columns" });
  await expect(dialog.getByLabel("Name")).toBeDisabled();
  await expectAccessible(page, "column chooser");
  await dialog.getByLabel("Type").press("Space");
  await dialog.getByLabel("Last Updated").press("Space");
  await dialog.getByLabel("License Expiration").press("Space");
  await page.keyboard.press("Escape");
  await expect(chooser).toBeFocused();
  const chosen =
    ",Name,Status,Memory,24 h trend,Source,Databases,Utilized/License Shards,Last Updated,License Expiration,Actions";
  await expect.poll(shown).toBe(chosen);
  await page.reload();
  await expect.poll(shown).toBe(chosen);
  await sortButton(page, "License Expiration").click();
  await expect(page).toHaveURL(address("?sort=licenseExpiration"));
  await sortButton(page, "Last Updated").click();
  await expect(page).toHaveURL(address("?sort=lastUpdated"));
  await expect(page.locator("td time").first()).toHaveText(/ago|just now/);
  await expectAccessible(page, "list with all columns");
  await chooser.press("Enter");
  await dialog.getByLabel("Type").press("Space");
  await page.keyboard.press("Escape");
  const { width: usualWidth, height } = page.viewportSize() ?? { width: 1_280, height: 720 };
  for (const width of [1_024, 768]) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => scrollsSideways(page), `${width} px: the table scrolls, the page does not`)
      .toBe(false);
  }
  await page.setViewportSize({ width: usualWidth, height });

  await chooser.click();
  await dialog.getByRole("button", { name: "Reset to defaults" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(shown).toBe(usual);
  await page.evaluate("localStorage.setItem('deployments-column-configs', '{\"type\":')");
  await page.reload();
  await expect.poll(shown).toBe(usual);
});

test(
  "FIL07 LST52 LSX09 the keyboard is enough to search, filter, sort, turn pages and open a deployment",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    await expect(page.locator("[data-row-link]")).toHaveCount(10);
    const tabTo = async (name: string | RegExp, role: "link" | "button" | "combobox") => {
      const wanted = page.getByRole(role, { name }).and(page.locator(":focus"));
      for (let steps = 0; steps < 60 && (await wanted.count()) === 0; steps += 1)
        await page.keyboard.press("Tab");
      await expect(wanted).toHaveCount(1);
    };
    await page.keyboard.press("/");
    await page.keyboard.type("e");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address("?search=e"));
    // The table is one stop. Its headers are above the first row.
    await tabTo(/./, "link");
    await page.keyboard.press("ArrowUp");
    await expect(sortButton(page, "Name")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address("?search=e&order=desc"));
    await tabTo("Next page", "button");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address("?search=e&order=desc&page=2"));
    await page.keyboard.press("/");
    await tabTo("Severity", "button");
    for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press("ArrowRight");
    await expect(types(page)).toBeFocused();
    await page.keyboard.press("Enter");
    const enterprise = page
      .getByRole("dialog", { name: "Deployment Type" })
      .getByLabel("Enterprise", { exact: true });
    await expect(page.getByLabel("Redis Cloud", { exact: true })).toBeFocused();
    for (const key of ["Tab", "Tab", "Space"]) await page.keyboard.press(key);
    await expect(enterprise).toBeChecked();
    await expect(page).toHaveURL(address("?search=e&type=ENTERPRISE&order=desc"));
    await page.keyboard.press("Escape");
    await expect(types(page)).toBeFocused();
    await tabTo("Name", "button");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("link", { name: "Webshop", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Webshop" })).toBeFocused();
  },
);
