import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { choicesIn, facet, openFacet } from "./filters.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const open = (page: Page, query = "") => openAs(page, "viewer@example.com", `/deployments${query}`, product);
const address = (query: string) => `${product.webUrl}/deployments${query}`;
const namesOf = (page: Page) => page.locator("[data-row-link]").allTextContents();
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" });
const counts = async (page: Page, name: string) => {
  const shown = await choicesIn(await openFacet(page, name));
  await page.keyboard.press("Escape");
  return shown;
};

test("FIL07 AMD12 a facet counts the rows behind each choice, and several values of one field are joined", async ({
  page,
}) => {
  await open(page, "?pageSize=100");
  const total = (await counts(page, "Deployment Type")).map((text) => Number(/\d+$/.exec(text)?.[0]));
  await expect(page.locator("[data-row-link]")).toHaveCount(total.reduce((sum, count) => sum + count));

  const types = await openFacet(page, "Deployment Type");
  await types.getByLabel("Redis Cloud", { exact: true }).check();
  await types.getByLabel("Enterprise", { exact: true }).check();
  await expect(page).toHaveURL(address("?type=CLOUD,ENTERPRISE&pageSize=100"));
  // The counts of a field do not depend on its own values.
  expect((await choicesIn(types)).map((text) => Number(/\d+$/.exec(text)?.[0]))).toEqual(total);
  await expectAccessible(page, "an open facet");
  await facet(page, "Status").click();
  await expect(types).toBeHidden();
  const statuses = page.getByRole("dialog", { name: "Status" });
  await expect(statuses.getByRole("checkbox")).not.toHaveCount(0);
  const [cloud = 0, enterprise = 0] = total;
  await expect(page.locator("[data-row-link]")).toHaveCount(cloud + enterprise);
  const found = await choicesIn(statuses);
  const countOf = (label: string) =>
    Number(found.find((text) => text.startsWith(label))?.slice(label.length));
  expect(countOf("Stale")).toBeGreaterThan(0);
  expect(countOf("Unreachable")).toBe(0);

  await statuses.getByRole("button", { name: "Exclude Active" }).click();
  await expect(page.locator("[data-row-link]")).toHaveCount(cloud + enterprise - countOf("Active"));
  await expect(page).toHaveURL(address("?type=CLOUD,ENTERPRISE&status=-active&pageSize=100"));
  await expect(chips(page).getByRole("listitem")).toHaveText([
    "Type:Redis Cloud or Enterprise",
    "Status:not active",
    "Clear all",
  ]);
  await page.keyboard.press("Escape");
  await chips(page).getByRole("button", { name: "Remove filter Type: Redis Cloud or Enterprise" }).click();
  await expect(page).toHaveURL(address("?status=-active&pageSize=100"));
});

test(
  "FIL07 ranges and rarer fields are choices too, and the filter can be edited as text",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?search=e");
    const memory = await openFacet(page, "Memory");
    await expect(memory.getByRole("group")).toHaveCount(2);
    await memory
      .getByRole("group", { name: "Memory utilization" })
      .getByLabel("Up to 80%", { exact: true })
      .check();
    await expect(page).toHaveURL(address("?search=e&util=..80"));
    await facet(page, "More filters").click();
    const more = page.getByRole("dialog", { name: "More filters" });
    await more.getByText("Region", { exact: true }).click();
    await more.getByRole("checkbox").first().check();
    await expect(page).toHaveURL(/search=e&region=[\w-]+&util=\.\.80$/);
    await expectAccessible(page, "more filters");

    await page.getByRole("button", { name: "Edit as text" }).click();
    const text = page.getByRole("textbox", { name: "Filter" });
    await expect(text).toHaveValue(/^search=e&region=[\w-]+&util=\.\.80$/);
    await text.fill("stauts=stale&type=cloud");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "did you mean status?" })).toBeVisible();
    await expect(text).toBeFocused();
    await text.fill(address("?status=stale&type=cloud&page=3"));
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(address("?type=CLOUD&status=stale"));
    await expect(page.getByRole("button", { name: "Edit as text" })).toBeFocused();
    await expect.poll(() => namesOf(page)).toEqual(["Campaigns 2024"]);
    await page.setViewportSize({ width: 768, height: 740 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  },
);

test(
  "FIL05 LST91 LST92 an address that makes no sense is repaired without a word, and without a step back to it",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    await expect(page.locator("[data-row-link]")).toHaveCount(10);
    const faulty =
      "type=REDIS&util=much&status=-a%20b&sort=source&order=up&pageSize=7&page=99&org=all&search=";
    await page.goto(address(`?${faulty}&keep=1`));
    await expect(page).toHaveURL(address("?keep=1&page=2"));
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(address(""));
    await page.goto(address("?org=org_00000000000000000000000000"));
    await expect(page).toHaveURL(address(""));
  },
);
