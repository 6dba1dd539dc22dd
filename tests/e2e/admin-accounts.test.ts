import { signInAccount } from "@shardwatch/core/account/sign-in";
import { change } from "@shardwatch/core/account/administer";
import type { Identity } from "@shardwatch/core/ports/identity";
import type { MemberContext } from "@shardwatch/core/access/context";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { counted, leaveTotals } from "./censuses.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf, count, hadSession, openAs, scrollsSideways } from "./place.ts";

let product: TestProduct;
let root: MemberContext;
let next = 0;

test.beforeAll(async () => {
  product = await startTestProduct();
  const actor = { kind: "member", accountId: "root", organizationId: null, roles: ["SUPER_ADMIN"] } as const;
  root = { ...product.services, actor, requestId: "root" };
});
test.afterEach(() => product.api.start());
test.afterAll(() => product.stop());

/** A person who has signed in before, with an organization of their own. */
async function newcomer(firstName: string, fields: Partial<Identity> = {}) {
  next += 1;
  const email = `${firstName.toLowerCase()}@example.org`;
  const identity = { redisCloudId: `77${next}`, email, firstName, lastName: "Newcomer", company: undefined };
  return await signInAccount(product.services, { ...identity, ...fields });
}

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("dialog");

async function openAccounts(page: Page): Promise<void> {
  await openAs(page, "super@example.com", "/admin/accounts?pageSize=100", product);
  await expect(rowOf(page, "viewer@example.com")).toBeVisible();
}

async function act(page: Page, name: string, action: "Edit" | "Delete"): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("NAV15 NAV16 NAV17 ADM01 ADM02 the dashboard leads to both lists and tells how many there are, and how each tenant is", async ({
  page,
}) => {
  await leaveTotals(product, 1, () => counted({ active: 7, degraded: 2, stale: 1 }, { databases: 31 }));
  await openAs(page, "super@example.com", "/admin", product);
  await expect(page.getByText(/^\d+ accounts$/)).toBeVisible();
  await expect(page.getByText(/^\d+ organizations$/)).toBeVisible();
  const tenants = page.getByRole("table", { name: "Tenants" });
  // What has a trouble comes first.
  await expect(tenants.getByRole("row").nth(1)).toContainText(/^Acme Data2 unhealthy1 silent10312/);
  await tenants.getByRole("link", { name: "Acme Data" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/overview?org=${product.people.organization}`);
  await page.goBack();
  await page.getByRole("link", { name: "Manage Accounts" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/admin/accounts`);
  await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeFocused();
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await page.getByRole("link", { name: "Manage Organizations" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/admin/organizations`);
  await expect(page.getByRole("heading", { level: 1, name: "Organizations" })).toBeFocused();
});

test("NAV20 ROL08 NAV21 members are sent to the deployments, strangers to the session-ended page", async ({
  page,
}) => {
  await hadSession(page);
  const areas = ["/admin", "/admin/accounts", "/admin/organizations"];
  for (const path of areas) {
    await page.goto(`${product.webUrl}${path}`);
    await expect(page).toHaveURL(`${product.webUrl}/logout?returnTo=${encodeURIComponent(path)}`);
  }
  await openAs(page, "admin@example.com", "/deployments", product);
  for (const path of areas) {
    await page.goto(`${product.webUrl}${path}`);
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
  }
});

test("ADM03 ADM04 ADM05 ADM06 ADM07 ADM08 the table shows everybody, and can be filtered and searched", async ({
  page,
}) => {
  await newcomer("Findable", { company: "Findable Company" });
  await openAccounts(page);
  await expect(page.getByRole("columnheader")).toHaveText([
    "Full name",
    "Email",
    "Organization",
    "Roles",
    "Last login",
    "Actions",
  ]);
  const row = rowOf(page, "findable@example.org");
  await expect(row.getByRole("cell").first()).toHaveText("findable@example.org");
  await expect(row.getByRole("rowheader")).toHaveText("Findable Newcomer");
  await expect(row.getByRole("cell").nth(1)).toHaveText("Findable Company");
  await expect(row.getByRole("listitem")).toHaveText(["Org Admin"]);
  await expect(row.getByText(/ago|just now/)).toBeVisible();
  const asked = page.waitForRequest((request) => request.url().includes("/accounts?organizationId=org_"));
  await page.getByLabel("Organization").selectOption({ label: "Findable Company" });
  await asked;
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL(/[?&]organization=org_/);
  await page.getByLabel("Organization").selectOption({ label: "All Organizations" });
  await page.getByRole("searchbox").fill("VIEWER@");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox").fill("nobody at all");
  await expect(page.getByText("No accounts found")).toBeVisible();
});

test("ADM09 ADM10 ADM11 ADM12 ADM14 ADM22 ADM29 an account is edited by keyboard alone, and the table follows", async ({
  page,
}) => {
  await newcomer("Mobile");
  await newcomer("Target", { company: "Target Company" });
  await openAccounts(page);
  const calls = callsOf(page, product);
  await page.getByRole("button", { name: "Actions for Mobile Newcomer" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Copy ID" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const form = dialog(page);
  await expect(form).toContainText("mobile@example.org");
  await expect(form.getByRole("checkbox", { checked: true })).toHaveAccessibleName(/Org Admin/);
  await form.getByLabel("Org Admin").uncheck();
  await form.getByLabel("Organization").selectOption("");
  await form.getByRole("checkbox", { checked: true }).uncheck();
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form.getByRole("alert").filter({ hasText: "Organization is required" })).toBeVisible();
  await expect(form.getByText("At least one role is required")).toBeVisible();
  await expect(form.getByLabel("Organization")).toBeFocused();
  await form.getByLabel("Organization").selectOption({ label: "Target Company" });
  await form.getByLabel("Org Admin").check();
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form).toBeHidden();
  await expect(rowOf(page, "mobile@example.org")).toContainText("Target Company");
  await expect(rowOf(page, "mobile@example.org").getByRole("listitem")).toHaveText(["Viewer", "Org Admin"]);
  expect(calls.filter((call) => call.startsWith("PUT /accounts/acc_"))).toHaveLength(1);
  await expect(page.getByRole("button", { name: "Actions for Mobile Newcomer" })).toBeFocused();
});

test(
  "ADM13 ROL36 somebody who is put into another organization begins as viewer",
  { tag: "@all" },
  async ({ page }) => {
    await newcomer("Joiner");
    await newcomer("Host", { company: "Host Company" });
    await openAccounts(page);
    await act(page, "Joiner Newcomer", "Edit");
    await dialog(page).getByLabel("Organization").selectOption({ label: "Host Company" });
    await expect(dialog(page).getByRole("checkbox", { checked: true })).toHaveCount(1);
    await expect(dialog(page).getByLabel("Viewer")).toBeChecked();
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(rowOf(page, "joiner@example.org")).toContainText("Host Company");
    await expect(rowOf(page, "joiner@example.org").getByRole("listitem")).toHaveText(["Viewer"]);
  },
);

test("ADM15 ERR42 ADM22 ADM29 deleting an account asks first, names it, and takes its row away", async ({
  page,
}) => {
  await newcomer("Leaver");
  await openAccounts(page);
  await act(page, "Leaver Newcomer", "Delete");
  await expect(dialog(page)).toContainText("Are you sure you want to delete this account?");
  await expect(dialog(page)).toContainText("leaver@example.org");
  await expect(dialog(page)).toContainText("Agent keys they created in Leaver");
  await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(rowOf(page, "leaver@example.org")).toBeVisible();
  await act(page, "Leaver Newcomer", "Delete");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, "leaver@example.org")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("ADM23 ROL39 a refused change shows the server's reason and changes nothing", async ({ page }) => {
  await openAccounts(page);
  const own = rowOf(page, "super@example.com");
  const before = await own.getByRole("listitem").allTextContents();
  const name = await own.getByRole("rowheader").textContent();
  await act(page, name ?? "", "Edit");
  await dialog(page).getByLabel("Super Admin").uncheck();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Failed to update account");
  await expect(dialog(page).getByRole("alert")).toContainText("This is the last super admin.");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(own.getByRole("listitem")).toHaveText(before);
  await act(page, name ?? "", "Delete");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("This is the last super admin.");
  await expect(page.getByRole("banner").getByRole("link", { name: "Admin" })).toBeVisible();
});

test("SES20 SES23 ROL04 Q34 a super admin who is demoted meanwhile sees why, loses the area and stays signed in", async ({
  page,
}) => {
  const id = product.people.admin.actor.accountId;
  const organizationId = product.people.organization;
  await change(root, id, { organizationId, roles: ["SUPER_ADMIN", "ORG_ADMIN"] });
  await newcomer("Untouched");
  await openAs(page, "admin@example.com", "/admin/accounts?search=newcomer&pageSize=100", product);
  await act(page, "Untouched Newcomer", "Delete");
  await change(root, id, { organizationId, roles: ["ORG_ADMIN"] });
  const calls = callsOf(page, product);
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Your role doesn't allow this.");
  await expect(page.locator("header").getByRole("link", { name: "Admin", includeHidden: true })).toHaveCount(
    0,
  );
  expect(count(calls, "POST /me")).toBe(1);
  await expect(page).toHaveURL(/\/admin\/accounts\?/);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/deployments`);
  await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
});

test(
  "the accounts, their dialog and their cards break no rule of WCAG 2.2 AA, and a load that failed can be tried again",
  { tag: "@all" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAs(page, "super@example.com", "/admin", product);
    await expect(page.getByText(/^\d+ accounts$/)).toBeVisible();
    await expectAccessible(page, "dashboard");
    await page.getByRole("link", { name: "Manage Accounts" }).click();
    await page.getByRole("searchbox").fill("viewer@");
    await expect(rowOf(page, "viewer@example.com")).toBeVisible();
    await expectAccessible(page, "accounts");
    const name = await rowOf(page, "viewer@example.com").getByRole("rowheader").textContent();
    await act(page, name ?? "", "Edit");
    await dialog(page).getByLabel("Viewer").uncheck();
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(dialog(page).getByText("At least one role is required")).toBeVisible();
    await expectAccessible(page, "editing an account");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 320, height: 740 });
    await expect(page.getByRole("table")).toHaveCount(0);
    await expectAccessible(page, "accounts as cards");
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await product.api.stop();
    await page.reload();
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  },
);
