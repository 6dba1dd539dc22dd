import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { choicesIn, facet, filterLine as line, openFacet } from "./filters.ts";
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
  "FIL07 ranges and rarer fields are choices too, and a pasted address becomes the filter",
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
    await expect(line(page)).toHaveValue(/^e region:[\w-]+ util<=80 $/);

    await line(page).fill(address("?status=stale&type=cloud&page=3"));
    await expect(page).toHaveURL(address("?type=CLOUD&status=stale"));
    await line(page).press("Enter");
    await expect(line(page)).toHaveValue("type:CLOUD status:stale ");
    await expect.poll(() => namesOf(page)).toEqual(["Campaigns 2024"]);
    // Typing replaces the words, and what other controls have chosen stays.
    await page.goto(address("?search=stag&type=CLUSTER"));
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("/");
    await page.keyboard.type("lead");
    await expect(page).toHaveURL(address("?search=lead&type=CLUSTER"));
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(address("?type=CLUSTER"));
    await expect(line(page)).toHaveValue("type:CLUSTER ");
    await page.setViewportSize({ width: 768, height: 740 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  },
);

test("FIL04 FIL05 FIL07 the line is completed by the keyboard and on a phone, and says what it does not know", async ({
  page,
}) => {
  await open(page);
  await expect(page.locator("[data-row-link]")).toHaveCount(10);
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  const chosen = options.and(page.getByRole("option", { selected: true }));
  await page.keyboard.press("/");
  await expect(line(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type("tls:no uti");
  await expect(options).toHaveText(["util:Memory utilization"]);
  await expect(line(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText(/^util:/);
  await expect(line(page)).toHaveAttribute("aria-activedescendant", (await chosen.getAttribute("id")) ?? "");
  await expectAccessible(page, "suggestions");
  await page.keyboard.press("Enter");
  await expect(line(page)).toHaveValue("tls:no util:");
  await expect(options.first()).toHaveText(/^util>=95At least 95%\d+$/);
  await page.keyboard.press("ArrowUp");
  await expect(chosen).toHaveText(/^util<=80Up to 80%\d+$/);
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await page.keyboard.type("<");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(line(page)).toHaveValue("tls:no util<=80 ");
  await expect(page).toHaveURL(address("?util=..80&tls=no"));
  await expect(options).toHaveCount(0);
  await expect(chips(page).getByRole("listitem")).toHaveText([
    "Memory utilization:up to 80%",
    "TLS:no",
    "Clear all",
  ]);

  await page.keyboard.type("mem>1GiB");
  const alert = page.getByRole("alert").filter({ hasText: "mem is not a field; did you mean memory?" });
  await expect(alert).toBeVisible();
  await expect(line(page)).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(address("?util=..80&tls=no"));
  await expectAccessible(page, "a fault in the line");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText("memory>1GiBDid you mean memory?");
  await page.keyboard.press("Enter");
  await expect(alert).toHaveCount(0);
  await expect(page).toHaveURL(address("?util=..80&memory=1073741825..&tls=no"));
  await page.keyboard.type("version>9x");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText(["version must be a version such as 7.2"]);
  await page.keyboard.press("Escape");
  await expect(line(page)).toHaveValue("util<=80 memory>1GiB tls:no ");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address(""));
  await line(page).click();
  await expect(options.first()).toHaveText("type:Type");
  await page.keyboard.type("sour");
  await options.first().click();
  await options.filter({ hasText: "Redis Cloud" }).click();
  await expect(page).toHaveURL(address("?source=redis-cloud"));
  await expect(line(page)).toBeFocused();
  expect(((await line(page).boundingBox())?.height ?? 0) >= 44).toBe(true);
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});

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
