import { expect, test } from "@playwright/test";
import { cellOf, emptyLicense, rowOf, seen } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs, scrollsSideways } from "./place.ts";

const longName = "Analytics (Redis on flash, Frankfurt data center, second room)";
let product: TestProduct;

test.beforeAll(async () => {
  product = await startTestProduct();
  await seen(product, { kind: "elasticache", id: "demo-elasticache", instance: "-" }, [
    { name: "checkout", type: "CLUSTER" },
  ]);
  await seen(product, { kind: "agent", id: "demo-licences", instance: "demo" }, [
    { name: "limit-only", type: "ENTERPRISE", license: { ...emptyLicense, shardsLimit: 16 } },
    { name: "trial", type: "ENTERPRISE", license: { ...emptyLicense, ramShardsInUse: 1, shardsLimit: 4 } },
  ]);
});
test.afterAll(() => product.stop());

/** The computed colour as the browser writes it: lightness, chroma and, as an angle, the hue. */
const green = /^oklch\(\S+ \S+ 1[45]\d/;
const amber = /^oklch\(\S+ \S+ [789]\d\b/;
const red = /^oklch\(\S+ \S+ 2\d\b/;
const none = "rgba(0, 0, 0, 0)";

test("AMD90 LSX01 LST01 LST03 LST23 LST24 LST25 LST26 LST54 LST55 LST93 ENT12 ENT13 ENT14 ENT15 ENT30 ENT31 ENT32 NAV04 a member's list tells type, source, databases, status, memory and shards", async ({
  page,
}) => {
  await openAs(page, "viewer@example.com", "/deployments?pageSize=25", product);
  await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
  await expect(page.getByText("A list of all deployments in your account")).toBeVisible();
  const has = async (name: string, column: string, text: string | RegExp) =>
    await expect(await cellOf(page, name, column)).toHaveText(text);

  await has("Payments", "Type", "Enterprise");
  await has("orders-cache", "Type", "OSS (Standalone)");
  await has("session-store", "Type", "OSS (Cluster)");
  await has("Storefront", "Type", "Cloud");

  await has("orders-cache", "Source", "Agent");
  await has("Storefront", "Source", "Redis Cloud");
  await has("checkout", "Source", "ElastiCache");

  await has("Payments", "Databases", "14");
  await has("New region", "Databases", "0");
  await has("orders-cache", "Status", /^active$/i);
  await has("orders-cache", "Memory", /^1\.\d\d \/ 2\.00 GiB\d\d\.\d%$/);
  await has("search-suggestions", "Memory", /^\d+\.\d\d MiBNo limit set$/);
  await has("New region", "Memory", /^—No databases$/);
  await has("rate-limiter", "Status", /^unreachable$/i);
  await has("staging-cache", "Status", /^stale$/i);

  await has("Payments", "Utilized/License Shards", "28/40");
  await has(longName, "Utilized/License Shards", "30/32");
  await has("limit-only", "Utilized/License Shards", /^16\b/);
  await has("trial", "Utilized/License Shards", "1/4");
  await expect(rowOf(page, "trial").getByRole("meter", { name: "All shards: 1 of 4" })).toBeVisible();
  await has("Evaluation", "Utilized/License Shards", "");
  await has("orders-cache", "Utilized/License Shards", "");
});

test("LST70 AMD11 LSX03 trouble is a red or amber badge, active a green dot, pending neither; each has icon and word", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await openAs(page, "viewer@example.com", "/deployments?pageSize=25", product);
  for (const [name, status, tone, mark] of [
    ["orders-cache", /^active$/i, none, green],
    ["New region", /^pending$/i, none, none],
    ["staging-cache", /^stale$/i, amber, undefined],
    ["rate-limiter", /^unreachable$/i, red, undefined],
    ["leaderboard", /^full$/i, red, undefined],
  ] as const) {
    const badge = rowOf(page, name).locator("[data-tone]", { has: page.getByText(status) });
    await expect(badge).toHaveCSS("background-color", tone);
    const icon = badge.locator("[aria-hidden]");
    await expect(icon).toHaveCount(1);
    if (mark) await expect(icon).toHaveCSS("background-color", mark);
  }
});

test("LST53 AMD08 Q37 a long name is cut only where the column has no more than 40 characters, and can be read in full, on hover and on focus", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1_024, height: 740 });
  await openAs(page, "viewer@example.com", "/deployments", product);
  const link = page.getByRole("link", { name: longName });
  const isCut = async () => await link.evaluate((one) => one.scrollWidth > one.clientWidth);
  expect(await isCut()).toBe(true);
  const whole = page.getByRole("tooltip");
  await link.focus();
  await expect(whole).toHaveText(longName);
  await page.keyboard.press("Escape");
  await expect(whole).toHaveCount(0);
  await link.blur();
  await link.hover();
  await expect(whole).toHaveText(longName);
  await page.setViewportSize({ width: 1_920, height: 740 });
  await page.mouse.move(0, 0);
  await expect.poll(isCut).toBe(false);
  await link.focus();
  await expect(whole).toHaveCount(0);
});

test("LST40 LST41 LST42 LST43 LST47 LIM01 LIM02 the list is turned page by page, and another page size starts at the first", async ({
  page,
}) => {
  await openAs(page, "viewer@example.com", "/deployments", product);
  const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
  const button = (name: string) => page.getByRole("button", { name: `${name} page` });
  const enabled = async (...names: string[]) => {
    for (const name of ["First", "Previous", "Next", "Last"])
      await expect(button(name)).toBeEnabled({ enabled: names.includes(name) });
  };
  await expect(rows).toHaveCount(10);
  const first = await rows.first().textContent();
  await enabled("Next", "Last");
  await button("Next").click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(rows.first()).not.toHaveText(first ?? "");
  await enabled("First", "Previous");
  await button("First").click();
  await expect(rows.first()).toHaveText(first ?? "");
  await button("Last").click();
  await button("Previous").click();
  await expect(rows.first()).toHaveText(first ?? "");
  await button("Last").click();
  await expect(page).toHaveURL(/[?&]page=2/);

  const size = page.getByLabel("Items per page");
  await expect(size.getByRole("option")).toHaveText(["10", "25", "50", "100"]);
  await size.selectOption("25");
  await expect(page).toHaveURL(`${product.webUrl}/deployments?pageSize=25`);
  await expect(rows.first()).toHaveText(first ?? "");
  const total = await rows.count();
  await expect(page.getByText(`Showing ${total} of ${total} deployments`)).toBeVisible();
});

test("LST51 DET01 a click on a row opens the deployment, the query string goes there and back", async ({
  page,
}) => {
  await openAs(page, "viewer@example.com", "/deployments?page=2", product);
  await (await cellOf(page, "staging-cache", "Type")).click();
  await expect(page).toHaveURL(/\/deployments\/dep_\w+\?page=2$/);
  await expect(page.getByRole("heading", { level: 1, name: "staging-cache" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Deployments" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/deployments?page=2`);
  await page.getByRole("link", { name: "staging-cache" }).click();
  await expect(page).toHaveURL(/\/deployments\/dep_\w+\?page=2$/);
});

test("LST50 in a small window every row is a card with the same fields", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAs(page, "viewer@example.com", "/deployments?pageSize=25", product);
  const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Payments" }) });
  await expect(card).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
  for (const [field, value] of [
    ["Type", "Enterprise"],
    ["Source", "Agent"],
    ["Databases", "14"],
    ["Status", /^nearly full$/i],
    ["Utilized/License Shards", "28/40"],
  ] as const) {
    const line = card.locator("div", { has: page.getByRole("term").filter({ hasText: field }) }).last();
    await expect(line.getByRole("definition")).toHaveText(value);
  }
  expect(await scrollsSideways(page)).toBe(false);
  // The link covers the card, so a click anywhere is a click on the link.
  await card.getByText("Enterprise").click({ force: true });
  await expect(page).toHaveURL(/\/deployments\/dep_/);
});

test("LST02 a super admin's list spans organizations", async ({ page }) => {
  await openAs(page, "super@example.com", "/deployments", product);
  await expect(page.getByText("A list of all deployments across organizations")).toBeVisible();
  await expect(rowOf(page, "orders-cache").or(rowOf(page, "checkout")).first()).toBeVisible();
});
