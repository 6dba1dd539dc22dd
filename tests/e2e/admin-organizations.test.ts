import { create as createKey } from "@shardwatch/core/agent-key/agent-key";
import { actorOf } from "@shardwatch/core/account/account";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import { remove } from "@shardwatch/core/offboarding/organization";
import type { MemberContext } from "@shardwatch/core/access/context";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs, scrollsSideways } from "./place.ts";

let product: TestProduct;
let next = 0;

test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(() => product.api.start());
test.afterAll(() => product.stop());

const root = (): MemberContext => {
  const actor = { kind: "member", accountId: "root", organizationId: null, roles: ["SUPER_ADMIN"] } as const;
  return { ...product.services, actor, requestId: "root" };
};

/** An organization with one member and one key. */
async function organization(company: string): Promise<string> {
  next += 1;
  const email = `founder${next}@example.org`;
  const identity = { redisCloudId: `88${next}`, email, firstName: "Fay", lastName: "Founder", company };
  const account = await signInAccount(product.services, identity);
  await createKey({ ...product.services, actor: actorOf(account), requestId: "seed" }, "Agent key");
  return account.organizationId ?? "";
}

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("dialog");

async function openOrganizations(page: Page): Promise<void> {
  await openAs(page, "super@example.com", "/admin/organizations?pageSize=100", product);
  await expect(page.getByRole("button", { name: /^Actions for/ }).first()).toBeVisible();
}

async function act(page: Page, name: string, action: "Edit" | "Delete"): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("ADM16 ADM17 ADM18 ADM19 ADM22 an organization is created with the keyboard, and is in the table at once", async ({
  page,
}) => {
  await openOrganizations(page);
  const headers = ["Name", "Description", "Created", "Members", "Actions"];
  await expect(page.getByRole("columnheader")).toHaveText(headers);
  await page.getByRole("button", { name: "Create Organization" }).focus();
  await page.keyboard.press("Enter");
  const name = dialog(page).getByLabel("Name");
  await expect(name).toBeFocused();
  await name.fill("   ");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Organization name is required")).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill("  New Ventures  ");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/organizations"),
  );
  await page.keyboard.press("Enter");
  expect((await sent).postDataJSON()).toEqual({ name: "New Ventures", description: "" });
  await expect(dialog(page)).toBeHidden();
  await expect(rowOf(page, "New Ventures")).toContainText("No description");
  await expect(page.getByRole("button", { name: "Create Organization" })).toBeFocused();
});

test("ADM20 ADM22 an organization is edited, also the own one: the header's person belongs to the new name", async ({
  page,
}) => {
  await openOrganizations(page);
  const [own = ""] = await page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem("user-storage") ?? "{}") as {
      user?: { organization?: { name: string } };
    };
    return [stored.user?.organization?.name];
  });
  await act(page, own, "Edit");
  await expect(dialog(page).getByLabel("Name")).toHaveValue(own);
  await dialog(page).getByLabel("Name").fill("Renamed Company");
  await dialog(page).getByLabel("Description").fill("Those who run the show");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, "Renamed Company")).toContainText("Those who run the show");
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem("user-storage")))
    .toContain("Renamed Company");
});

test("ADM21 ERR43 ADM22 deleting asks first, tells what is lost in numbers, and wants the name typed", async ({
  page,
}) => {
  await organization("Doomed Company");
  await openOrganizations(page);
  await act(page, "Doomed Company", "Delete");
  const ask = dialog(page);
  await expect(ask).toContainText(
    "Are you sure you want to delete this organization? This action cannot be undone.",
  );
  await expect(ask).toContainText("0 deployments");
  await expect(ask).toContainText("1 agent key");
  await expect(ask).toContainText("1 member ");
  await expect(ask.getByRole("button", { name: "Delete" })).toBeDisabled();
  await ask.getByRole("textbox").fill("Doomed Company");
  await ask.getByRole("button", { name: "Delete" }).click();
  await expect(ask).toBeHidden();
  await expect(rowOf(page, "Doomed Company")).toHaveCount(0);
  await page.goto(`${product.webUrl}/admin/accounts?search=fay`);
  await expect(rowOf(page, "Fay Founder")).toContainText("None");
});

test(
  "ADM24 a deletion that did not come to its end is shown, and can be gone on with",
  { tag: "@all" },
  async ({ page }) => {
    const id = await organization("Half Company");
    await remove(root(), id, 1);
    await openOrganizations(page);
    const row = rowOf(page, "Half Company");
    await expect(row).toContainText("Being deleted");
    await expect(row).toContainText(/1 row deleted, begun (now|\d+ seconds? ago)/);
    await act(page, "Half Company", "Delete");
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await expect(row).toHaveCount(0);
  },
);

test("ERR15 ERR16 what cannot be loaded says so", async ({ page }) => {
  await organization("Unreachable Company");
  await openOrganizations(page);
  await page.getByRole("button", { name: "Actions for Unreachable Company" }).click();
  await product.api.stop();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(dialog(page)).toContainText("Failed to load organization");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Failed to load organizations" })).toBeVisible();
  await expect(rowOf(page, "Unreachable Company")).toBeVisible();
});

test(
  "ADM16 ADM29 table, cards and dialogs break no rule of WCAG 2.2 AA, and cards stand on a phone",
  { tag: "@all" },
  async ({ page }) => {
    await organization(
      "Wide Company with a name that is as long as a name may be and goes on and on until it ends here",
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await openOrganizations(page);
    await expectAccessible(page, "organizations");
    await page.getByRole("button", { name: "Create Organization" }).click();
    await dialog(page).getByRole("button", { name: "Create" }).click();
    await expect(dialog(page).getByText("Organization name is required")).toBeVisible();
    await expectAccessible(page, "creating an organization");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Actions for Wide/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(dialog(page)).toContainText("1 member ");
    await expectAccessible(page, "deleting an organization");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await page.setViewportSize({ width: 320, height: 740 });
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Organizations" })).toContainText("Wide Company");
    await expectAccessible(page, "organizations as cards");
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  },
);
