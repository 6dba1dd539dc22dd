import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { rowOf, seen } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { arrive, callsOf, count, openAs } from "./place.ts";

let product: TestProduct;
const database = (name: string, status: string, index: number) => ({
  id: String(index),
  name,
  status,
  version: null,
  memoryUsed: null,
  memoryLimit: null,
  tlsEnabled: null,
});
const names = ["exactly-10", "eleven-char", ...Array.from({ length: 10 }, (_, at) => `db-${at}`)];

test.beforeAll(async () => {
  product = await startTestProduct();
  const agent = { kind: "agent", id: "rows", instance: "demo" } as const;
  await seen(product, agent, [
    {
      name: "twelve",
      databases: names.map((name, at) => database(name, at === 11 ? "degraded" : "active", at)),
    },
    { name: "with-script", type: "ENTERPRISE", enterpriseAdminUrl: "javascript:alert(1)" },
    { name: "with-console", type: "ENTERPRISE", enterpriseAdminUrl: "https://console.example:9443/admin" },
    { name: "not-enterprise", type: "STANDALONE", enterpriseAdminUrl: "https://console.example/" },
    ...Array.from({ length: 11 }, (_, at) => ({ name: `remove-${String(at).padStart(2, "0")}` })),
  ]);
});
test.afterAll(() => product.stop());

const open = (page: Page, query = "", who = "admin@example.com") =>
  openAs(page, who, `/deployments${query}`, product);
const menuOf = (page: Page, name: string) => page.getByRole("button", { name: `Actions for ${name}` });
const tooltip = (page: Page) => page.getByRole("tooltip");

test("LST66 LST67 LST68 LST69 LIM06 LIM07 Q37 the status tells on hover and focus which databases it is made of, the worst first", async ({
  page,
}) => {
  await open(page, "?search=twelve");
  const status = rowOf(page, "twelve").getByRole("button", { name: /^active$/i });
  await status.focus();
  await expect(tooltip(page).getByRole("listitem")).toHaveCount(10);
  const lines = await tooltip(page).getByRole("listitem").allTextContents();
  expect(lines.slice(0, 4)).toEqual([
    "db-9degraded",
    "exactly-10active",
    "eleven-cha...active",
    "db-0active",
  ]);
  await expect(tooltip(page)).toHaveText(/\+2 more\.\.\.$/);
  // Screen readers and the tooltip have the whole text.
  await expect(status).toHaveAccessibleDescription(/eleven-char active/);
  await expect(status).toHaveAttribute("aria-describedby", (await tooltip(page).getAttribute("id")) ?? "");
  await expectAccessible(page, "status tooltip");
  await page.keyboard.press("Escape");
  await expect(tooltip(page)).toHaveCount(0);
  await status.blur();
  await status.hover();
  await tooltip(page).hover();
  await expect(tooltip(page)).toBeVisible();
  await tooltip(page).click();
  await expect(page).toHaveURL(/search=twelve$/);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(tooltip(page)).toHaveCount(0);
});

test(
  "LST55 ENT30 RAM and flash, which the figure adds up, are told apart on hover and on focus",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "?search=analytics");
    const shards = page.getByText("30/32").locator("..");
    await shards.focus();
    await expect(tooltip(page)).toHaveText(/RAM shards.*11 of 12.*91\.7%.*Flash shards.*19 of 20.*95\.0%/);
    await page.keyboard.press("Escape");
    await expect(tooltip(page)).toHaveCount(0);
    await shards.blur();
    await shards.hover();
    await expect(tooltip(page)).toBeVisible();
  },
);

test("LST56 LST57 LST58 the way to where a deployment is managed opens a tab of its own, and is http or https", async ({
  page,
}) => {
  await open(page, "?pageSize=50");
  const ways = (name: string) => rowOf(page, name).getByRole("link", { name: /in a new tab$/ });
  const way = ways("with-console");
  await expect(way).toHaveAttribute("href", "https://console.example:9443/admin");
  await expect(way).toHaveAttribute("title", /console\.example:9443/);
  await expect(way).toHaveAttribute("target", "_blank");
  await expect(way).toHaveAttribute("rel", "noopener noreferrer");
  await expect(ways("Storefront")).toHaveAttribute("href", /^https:/);
  await expect(ways("with-script")).toHaveCount(0);
  await expect(ways("not-enterprise")).toHaveCount(0);
  const opened = page.context().waitForEvent("page");
  await way.click();
  await (await opened).close();
  await expect(page).toHaveURL(/\/deployments\?pageSize=50$/);
});

test("LST59 LST60 ROL20 everybody may copy the ID, only admins are offered to delete, as the last and by keys alone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "?search=twelve", "viewer@example.com");
  await menuOf(page, "twelve").press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText(["Copy ID"]);
  await page.getByRole("menuitem", { name: "Copy ID" }).click();
  await expect(page.getByRole("status").filter({ hasText: "ID copied" })).toBeVisible();
  const href = await page.getByRole("link", { name: "twelve" }).getAttribute("href");
  expect(href).toContain(await page.evaluate<string>("navigator.clipboard.readText()"));

  await arrive(page, "admin@example.com", product);
  await page.evaluate("sessionStorage.clear()");
  await page.reload();
  await menuOf(page, "twelve").press("ArrowDown");
  await expect(page.getByRole("menuitem")).toHaveText(["Copy ID", "Delete"]);
  await expect(page.getByRole("menuitem", { name: "Copy ID" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Copy ID" })).toBeFocused();
  await expectAccessible(page, "row menu");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(menuOf(page, "twelve")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  // An open menu covers the page: the first click outside only closes it.
  await page.getByRole("heading", { level: 1 }).click({ force: true });
  await expect(page.getByRole("menu")).toHaveCount(0);
});

/** Opens the dialog with the keyboard alone. */
async function askToDelete(page: Page, name: string) {
  await menuOf(page, name).press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete deployment" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("LST61 LST62 LST63 LST94 ERR45 the dialog warns what brings a deployment back, names it, and Cancel deletes nothing", async ({
  page,
}) => {
  const calls = callsOf(page, product);
  await open(page, "?search=orders-cache");
  const loading = page.waitForRequest(/\/deployments\/dep_/);
  const dialog = await askToDelete(page, "orders-cache");
  await loading;
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(dialog).toContainText("orders-cache");
  await expect(dialog).toContainText("reappears if its API key is still active or an agent is still running");
  await expect(dialog.getByRole("listitem")).toHaveText(/^Production agentAgentlast used .*(ago|just now)$/);
  await expectAccessible(page, "delete dialog");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(menuOf(page, "orders-cache")).toBeFocused();
  await expect(rowOf(page, "orders-cache")).toBeVisible();
  expect(calls.some((call) => call.startsWith("DELETE"))).toBe(false);
});

test("LST64 LST49 the deleted row is gone, the next one has the focus, and a page that is empty gives way to the one before", async ({
  page,
}) => {
  await open(page, "?search=remove-0");
  await expect(page.locator("[data-row-link]")).toHaveCount(10);
  const calls = callsOf(page, product);
  let dialog = await askToDelete(page, "remove-03");
  const gone = dialog.getByRole("button", { name: "Delete" });
  await gone.dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, "remove-03")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "remove-04" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Deployment remove-03 deleted" })).toBeVisible();
  expect(calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(1);
  expect(count(calls, "GET /deployments")).toBe(0);
  await page.reload();
  await expect(page.locator("[data-row-link]")).toHaveCount(9);

  await page.goto(`${product.webUrl}/deployments?search=remove&page=2`);
  await expect(page.locator("[data-row-link]")).toHaveCount(10);
  await expect(page).toHaveURL(/\?search=remove$/);
  await seen(product, { kind: "agent", id: "another", instance: "demo" }, [{ name: "remove-99" }]);
  await page.goto(`${product.webUrl}/deployments?search=remove&page=2`);
  await expect(page.locator("[data-row-link]")).toHaveText(["remove-99"]);
  dialog = await askToDelete(page, "remove-99");
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page).toHaveURL(/\?search=remove$/);
  await expect(page.getByText("Showing 10 of 10 deployments")).toBeVisible();
  await expect(page.getByRole("link", { name: "remove-10" })).toBeFocused();
});

test("LST64 what somebody else has deleted meanwhile counts as gone", { tag: "@all" }, async ({ page }) => {
  await open(page, "?search=remove-05");
  const dialog = await askToDelete(page, "remove-05");
  const id = /dep_\w+/.exec((await page.getByRole("link", { name: "remove-05" }).getAttribute("href")) ?? "");
  const headers = { origin: product.webUrl };
  const other = await page.request.delete(`${product.apiUrl}/deployments/${id?.[0]}`, { headers });
  expect(other.status()).toBe(204);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, "remove-05")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("LST65 ERR19 OPS16 LST94 a failed deletion is told inside the dialog with a request ID to copy, what could not be looked up is no obstacle, and the row stays", async ({
  page,
  context,
}) => {
  await open(page, "?search=remove-06");
  await expect(rowOf(page, "remove-06")).toBeVisible();
  await product.api.stop();
  const dialog = await askToDelete(page, "remove-06");
  await expect(dialog).toContainText("Couldn't load its sources.");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(/^Failed to delete deployment/);
  await expectAccessible(page, "delete dialog that failed");
  await product.api.start();
  await arrive(page, "viewer@example.com", product);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Failed to delete deploymentYour role doesn't allow this.",
  );
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const request = (await dialog.getByText(/^Request \S{8,}$/).textContent())?.split(" ")[1];
  await dialog.getByRole("button", { name: "Copy the request ID" }).click();
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(request);
  await expectAccessible(page, "a dialog with a request ID");
  await page.keyboard.press("Escape");
  await expect(rowOf(page, "remove-06")).toBeVisible();
});
