import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { provisionMember } from "@shardwatch/core/account/sign-in";
import { parse } from "csv-parse/sync";
import { expectAccessible } from "./axe.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { tab, whoAmI } from "./profile.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(() => product.api.start());
test.afterAll(() => product.stop());

const path = "/profile/audit";
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") });

/** Sends a request of the person in the page. */
async function ask(page: Page, method: string, url: string, data?: object): Promise<number> {
  const headers = { origin: product.webUrl };
  const answer = await page.request.fetch(`${product.apiUrl}${url}`, { method, headers, data });
  return answer.status();
}

test("AUD02 an admin reads who changed what, filters it in the address, and saves it as CSV", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const viewer = await browser.newPage();
  await openAs(viewer, "viewer@example.com", path, product);
  await expect(viewer).toHaveURL(/\/deployments$/);
  expect(await ask(viewer, "POST", "/invitations", { inviteeEmail: "globex@example.com" })).toBe(403);
  await viewer.close();

  await openAs(page, "admin@example.com", "/profile/personal", product);
  expect(await ask(page, "POST", "/access-key", { name: "Orders key" })).toBe(201);
  expect(await ask(page, "PATCH", "/me/organization", { name: "Acme Renamed" })).toBe(200);
  await tab(page, "Audit").click();
  const [renamed, created] = [rows(page).nth(0), rows(page).nth(1)];
  await expect(renamed).toContainText("Change organization");
  await expect(created).toContainText("Create agent key");
  await expect(created).toContainText("Orders key");
  await expect(rows(page).filter({ hasText: "Refused: Not allowed" })).toContainText("Send invitation");
  await renamed.getByRole("button", { name: "Details of Change organization" }).click();
  await expect(rows(page).nth(1)).toContainText("Acme Data → Acme Renamed");
  await expectAccessible(page, "audit");

  await page.getByRole("combobox", { name: "Action" }).selectOption("Create agent key");
  await expect(page).toHaveURL(/[?]action=accessKey.created$/);
  await expect(renamed).toContainText("Create agent key");
  await page.getByRole("searchbox").fill("orders");
  await expect(page).toHaveURL(/search=orders/);
  await expect(rows(page)).toHaveCount(1);
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await started).path(), "utf8");
  expect(parse(text, { columns: true, bom: true })).toMatchObject([
    { action: "accessKey.created", objectName: "Orders key" },
  ]);
  await page.getByRole("searchbox").fill("no such event");
  await expect(page.getByText("No events found")).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await rows(page)
    .filter({ hasText: "Refused" })
    .getByRole("button", { name: "show only their events" })
    .click();
  await expect(page).toHaveURL(/[?]actor=acc_/);
  await expect(rows(page).filter({ hasNotText: "Refused" }).filter({ hasText: "Acme Renamed" })).toHaveCount(
    0,
  );

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${product.webUrl}${path}`);
  await expect(page.getByRole("table")).toHaveCount(0);
  const cards = page.getByRole("listitem").filter({ hasText: "Create agent key" });
  await expect(cards.first()).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await expectAccessible(page, "audit as cards");
});

test(
  "AUD02 AMD13 a change of a role and a removal have their own names, with roles in words and the organization by its name",
  { tag: "@all" },
  async ({ page }) => {
    const { services, people } = product;
    const person = { redisCloudId: "91001", firstName: "Rita", lastName: "Removed", company: undefined };
    const identity = { ...person, email: "rita@example.com" };
    const { id } = await provisionMember(services, identity, people.organization, ["VIEWER"]);
    await openAs(page, "admin@example.com", "/profile/personal", product);
    const member = `/me/organization/members/${id}`;
    expect(await ask(page, "PATCH", member, { role: "ORG_ADMIN" })).toBe(200);
    expect(await ask(page, "DELETE", member)).toBe(204);
    await page.goto(`${product.webUrl}${path}`);
    const [removed, changed] = [rows(page).nth(0), rows(page).nth(1)];
    await expect(changed).toContainText("Change role");
    await changed.getByRole("button", { name: "Details of Change role" }).click();
    await expect(rows(page).nth(2)).toContainText("Viewer → Org Admin");
    await expect(removed).toContainText("Remove member");
    await removed.getByRole("button", { name: "Details of Remove member" }).click();
    const name = (await whoAmI(page, product)).organization?.name ?? "";
    await expect(rows(page).nth(1)).toContainText(`${name} → none`);
    await page.getByRole("combobox", { name: "Action" }).selectOption("Remove member");
    await expect(page).toHaveURL(/[?]action=account.removed$/);
    await expect(rows(page).first()).toContainText("Rita Removed");
    await expect(page.getByText("Change role")).toHaveCount(1);
  },
);

test(
  "AUD01 AUD02 a refused invitation shows the address, the reason and the browser in words",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", "/profile/personal", product);
    const inviteeEmail = "nobody.there@example.com";
    expect(await ask(page, "POST", "/invitations", { inviteeEmail })).toBe(404);
    await page.goto(`${product.webUrl}${path}`);
    const refused = rows(page).first();
    await expect(refused).toContainText(inviteeEmail);
    await expect(refused).toContainText("Refused: No account");
    await refused.getByRole("button", { name: "Details of Send invitation" }).click();
    await expect(rows(page).nth(1)).toContainText("No one with this email has signed in yet.");
    await expect(rows(page).nth(1)).toContainText(/Browser or programChrome \d+ on (Linux|macOS|Windows)/);
    // A table must not hide who was refused behind a scrollbar.
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(page.getByRole("columnheader")).toHaveText(["Time", "Who", "What", "Object"]);
    await expect(refused).toContainText("Refused: No account");
    await expect(rows(page).nth(1)).toContainText("Address127.0.0.1");
    const [table, frame] = [page.getByRole("table"), page.getByRole("region", { name: "Audit" })];
    const width = async (of: typeof table) => (await of.boundingBox())?.width ?? 0;
    expect(await width(table)).toBeLessThanOrEqual(await width(frame));
  },
);

test("AUD02 an audit that cannot be loaded says so, and loads again", { tag: "@all" }, async ({ page }) => {
  await openAs(page, "admin@example.com", "/profile/personal", product);
  await expect(tab(page, "Audit")).toBeVisible();
  await product.api.stop();
  await tab(page, "Audit").click();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to load the audit" })).toBeVisible();
  await product.api.start();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(rows(page).first()).toBeVisible();
});

test(
  "AUD02 a super admin reads the audit of another organization, and is in it",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "super@example.com", path, product);
    await page.getByRole("combobox", { name: "Organization" }).selectOption({ label: "Globex Corporation" });
    await expect(page).toHaveURL(/[?]org=org_/);
    // Until its rows come, those of the former organization stay.
    const created = rows(page).filter({ hasText: "Create organization" });
    await expect(created.filter({ hasText: "Globex Corporation" })).toBeVisible();
    await page.reload();
    await expect(rows(page).filter({ hasText: "View organization" }).first()).toBeVisible();
  },
);
