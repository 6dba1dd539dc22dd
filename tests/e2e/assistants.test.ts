import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const path = "/profile/programs";
const section = (page: Page) => page.getByRole("region", { name: "Assistants" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Asks as an assistant does. Returns the status of the answer. */
async function ask(secret: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${secret}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  return (await fetch(`${product.apiUrl}/mcp`, { method: "POST", headers, body })).status;
}

async function tokenOf(page: Page): Promise<string> {
  const data = { name: "Editor", scopes: ["read"], networks: [], expiresInDays: 7 };
  const headers = { origin: product.webUrl };
  const created = await page.request.post(`${product.apiUrl}/tokens`, { headers, data });
  return ((await created.json()) as { secret: string }).secret;
}

test("AMD18 OUT05 an admin reads what assistants get, switches them on, copies what an editor needs, and switches them off", async ({
  page,
}) => {
  const reading = product.api.hold("GET /assistants");
  await openAs(page, "admin@example.com", path, product);
  await expect(section(page)).toContainText("They change nothing");
  await expect(section(page).getByRole("button")).toHaveCount(0);
  reading.release();
  await expect(section(page)).toContainText("Assistants are off");
  const secret = await tokenOf(page);
  expect(await ask(secret)).toBe(403);

  await section(page).getByRole("button", { name: "Switch on…" }).click();
  const consent = dialog(page, "Switch assistants on");
  await expect(consent.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(consent).toContainText("goes to the company that runs the assistant");
  await expectAccessible(page, "switch assistants on");
  await consent.getByRole("button", { name: "Cancel" }).click();
  expect(await ask(secret)).toBe(403);
  await section(page).getByRole("button", { name: "Switch on…" }).click();
  await consent.getByRole("button", { name: "Switch on" }).click();
  await expect(section(page)).toContainText("Assistants may read this organization");
  expect(await ask(secret)).toBe(200);

  const address = section(page).getByRole("figure", { name: "Address" });
  await expect(address).toContainText(`${product.apiUrl}/mcp`);
  const file = section(page).getByRole("figure", { name: /^mcp\.json of an editor/ });
  const { servers } = JSON.parse((await file.locator("code").textContent()) ?? "") as {
    servers: { shardwatch: object };
  };
  expect(servers.shardwatch).toEqual({
    type: "http",
    url: `${product.apiUrl}/mcp`,
    headers: { Authorization: "Bearer ${env:SHARDWATCH_TOKEN}" },
  });
  const lines = page.getByRole("region", { name: "Command line" }).getByRole("figure");
  await expect(lines).toContainText(`shardwatch login ${product.apiUrl}`);
  await expectAccessible(page, "assistants");
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await scrollsSideways(page)).toBe(false);
  const text = file.getByRole("group");
  await text.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => text.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);

  await section(page).getByRole("button", { name: "Switch off" }).click();
  await dialog(page, "Switch assistants off").getByRole("button", { name: "Switch off" }).click();
  await expect(section(page)).toContainText("Assistants are off");
  expect(await ask(secret)).toBe(403);
});

test(
  "AMD18 a viewer sees whether assistants may read, and can't switch them",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "viewer@example.com", path, product);
    await expect(section(page)).toContainText("An admin of the organization can switch this");
    await expect(section(page).getByRole("button", { name: /^Switch/ })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Command line" })).toBeVisible();
    await expect(page.getByRole("region", { name: "API tokens" })).toHaveCount(0);
  },
);

test(
  "AMD18 a viewer, who creates no token, first sees how an editor reads as themselves",
  { tag: "@all" },
  async ({ page }) => {
    const headers = { origin: product.webUrl };
    await openAs(page, "admin@example.com", path, product);
    const isSwitched = async (mayRead: boolean) =>
      (await page.request.put(`${product.apiUrl}/assistants`, { headers, data: { mayRead } })).ok();
    expect(await isSwitched(true)).toBe(true);
    await openAs(page, "viewer@example.com", path, product);
    const shown = section(page).getByRole("figure");
    // The tab knows the admin until the API says who is signed in.
    await expect(shown).toHaveCount(1);
    await expect(shown).toHaveAccessibleName("mcp.json with the command line");
    await section(page).getByText("With a token, which an admin creates").click();
    await expect(shown).toHaveCount(3);
    await expect(shown.last()).toContainText("SHARDWATCH_TOKEN");
    await openAs(page, "admin@example.com", path, product);
    expect(await isSwitched(false)).toBe(true);
  },
);

test(
  "AMD18 who switches after somebody else reads so, and what can't be loaded can be tried again",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", path, product);
    await section(page).getByRole("button", { name: "Switch on…" }).click();
    const headers = { origin: product.webUrl };
    const other = await page.request.put(`${product.apiUrl}/assistants`, {
      headers,
      data: { mayRead: false },
    });
    expect(other.status()).toBe(200);
    const consent = dialog(page, "Switch assistants on");
    await consent.getByRole("button", { name: "Switch on" }).click();
    await expect(consent.getByRole("alert")).toContainText("changed since you have read it");
    const reading = product.api.hold("GET /assistants");
    await page.reload();
    await reading.arrived;
    await product.api.stop();
    await expect(section(page).getByRole("alert")).toContainText(
      "Failed to load whether assistants may read",
    );
    await product.api.start();
    await section(page)
      .getByRole("button", { name: /Retry|Try again/ })
      .click();
    await expect(section(page)).toContainText("Assistants are off");
  },
);

test(
  "AMD18 the page of a deployment gives the command that shows the same",
  { tag: "@all" },
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: product.webUrl });
    await openAs(page, "admin@example.com", "/deployments", product);
    await page.locator("[data-row-link]").first().click();
    await page.getByRole("button", { name: "Copy command" }).first().click();
    await expect(page.getByText("Command copied")).toBeVisible();
    const id = new URL(page.url()).pathname.split("/").at(-1);
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(`shardwatch show ${id}`);
  },
);
