import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { factOf } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf, count, openAs, scrollsSideways } from "./place.ts";
import { changeAccount, editButton, field, problem, said, whoAmI } from "./profile.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(async () => {
  product.api.open();
  await product.api.start();
});
test.afterAll(() => product.stop());

const patch = "PATCH /me/organization";
const failed = "Failed to update organization";
const saved = "Organization updated";
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

async function openForm(page: Page, email: string): Promise<void> {
  await openAs(page, email, "/profile/organization", product);
  await editButton(page).click();
  await expect(field(page, "Name")).toBeFocused();
}

test("ORG03 ORG05 ORG06 ORG07 ORG08 ORG09 ORG10 ROL21 an admin changes name and description in place, by keyboard", async ({
  page,
}) => {
  await openAs(page, "admin@example.com", "/profile/organization", product);
  const calls = callsOf(page, product);
  await editButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(field(page, "Name")).toBeFocused();
  await expect(field(page, "Name")).toHaveValue("Acme Data");
  for (const empty of ["", "   "]) {
    await field(page, "Name").fill(empty);
    await page.keyboard.press("Enter");
    await expect(field(page, "Name")).toHaveAccessibleDescription("Organization name is required");
    await expect(field(page, "Name")).toBeFocused();
  }
  await expectAccessible(page, "nameless organization");
  expect(count(calls, patch)).toBe(0);
  await field(page, "Name").fill("  Acme Data & Söhne ");
  await page.keyboard.press("Tab");
  await page.keyboard.type("  Caches and queues \n");
  const sending = page.waitForRequest((request) => request.method() === "PATCH");
  await save(page).press("Enter");
  expect((await sending).postDataJSON()).toEqual({
    name: "Acme Data & Söhne",
    description: "Caches and queues",
  });
  await expect(said(page, saved)).toBeVisible();
  await expect(factOf(page, "Name")).toHaveText("Acme Data & Söhne");
  await expect(factOf(page, "Description")).toHaveText("Caches and queues");
  await expect(editButton(page)).toBeFocused();
  expect((await whoAmI(page, product)).organization?.name).toBe("Acme Data & Söhne");

  await editButton(page).click();
  await field(page, "Description").fill("");
  await save(page).click();
  await expect(factOf(page, "Description")).toHaveText("No description");
  await page.reload();
  await expect(factOf(page, "Name")).toHaveText("Acme Data & Söhne");
  await expect(factOf(page, "Description")).toHaveText("No description");
  expect(count(calls, patch)).toBe(2);

  await editButton(page).click();
  await field(page, "Name").fill("Something else");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(editButton(page)).toBeFocused();
  await expect(factOf(page, "Name")).toHaveText("Acme Data & Söhne");
});

test("ORG11 ERR17 a save that fails says so with the reason, keeps what was typed, and can be sent again", async ({
  page,
}) => {
  await openAs(page, "super@example.com", "/profile/organization", product);
  await page.getByRole("link", { name: "Show Shardwatch Operations" }).click();
  await editButton(page).click();
  await expect(field(page, "Name")).toBeFocused();
  await expectAccessible(page, "organization form");
  await field(page, "Name").fill("Watchers");
  await field(page, "Description").fill("We look after you");
  await changeAccount(page, product, { set: { roles: ["VIEWER"] } });
  await save(page).click();
  await expect(problem(page, failed)).toContainText("Your role doesn't allow this.");
  await expectAccessible(page, "failed save");
  await changeAccount(page, product, { set: { roles: ["SUPER_ADMIN"] } });
  await product.api.stop();
  await save(page).click();
  await expect(problem(page, failed)).not.toContainText("Your role");
  await expect(field(page, "Name")).toHaveValue("Watchers");
  await expect(field(page, "Description")).toHaveValue("We look after you");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await product.api.start();

  const calls = callsOf(page, product);
  const sending = product.api.hold(patch);
  await field(page, "Name").press("Enter");
  await sending.arrived;
  await expect(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await field(page, "Name").press("Enter");
  sending.release();
  await expect(said(page, saved)).toBeVisible();
  await expect(problem(page, failed)).toHaveCount(0);
  await expect(factOf(page, "Name")).toHaveText("Watchers");
  expect(count(calls, patch)).toBe(1);
});

test(
  "AMD04 an admin leaves keys and integrations to admins, and a viewer reads why nothing can be created",
  { tag: "@all" },
  async ({ page, browser }) => {
    await openForm(page, "admin@example.com");
    const box = page.getByRole("checkbox", { name: "Only admins manage keys and integrations" });
    await expect(box).not.toBeChecked();
    await box.check();
    await expectAccessible(page, "organization form with its setting");
    const sending = page.waitForRequest((request) => request.method() === "PATCH");
    await save(page).click();
    expect((await sending).postDataJSON()).toMatchObject({ onlyAdminsManageSources: true });
    await expect(factOf(page, "Agent keys and integrations")).toHaveText(
      "Only admins manage keys and integrations",
    );

    const viewer = await (await browser.newContext()).newPage();
    for (const [path, name] of [
      ["agent-keys", "Create agent key"],
      ["redis-cloud", "Connect account"],
      ["aws", "Connect AWS account"],
    ] as const) {
      if (path === "agent-keys") await openAs(viewer, "viewer@example.com", `/integrations/${path}`, product);
      else await viewer.goto(`${product.webUrl}/integrations/${path}`);
      const button = viewer.getByRole("button", { name });
      await expect(button).toHaveAttribute("aria-disabled", "true");
      await expect(button).toHaveAccessibleDescription(/only admins manage keys and integrations/);
      await button.click({ force: true });
      await expect(viewer.getByRole("form")).toHaveCount(0);
    }
    await expectAccessible(viewer, "a button that a viewer may not press");
    await viewer.context().close();

    await editButton(page).click();
    await box.uncheck();
    await save(page).click();
    await expect(factOf(page, "Agent keys and integrations")).toHaveCount(0);
  },
);

test(
  "SES23 whoever is taken out of an organization sees nothing more of it, from the next time that the application asks who they are",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "viewer@example.com", "/deployments", product);
    await expect(page.getByRole("link", { name: "orders-cache", exact: true })).toBeVisible();
    // The list may load again at once: each answer has the organization that it was made for.
    const loading = product.api.hold("GET /deployments");
    await changeAccount(page, product, { set: { roles: [] }, remove: ["organizationId"] });
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await expect(page.getByText("No roles assigned")).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Deployments" }).click();
    await loading.arrived;
    await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
    await expect(page.getByRole("link", { name: "orders-cache", exact: true })).toHaveCount(0);
    loading.release();
    await expect(page.getByText("No deployments found")).toBeVisible();
    await expect(page.getByText("Ask an admin to invite viewer@example.com.")).toBeVisible();
    await page.getByRole("link", { name: "Show invitations" }).click();
    await expect(page.getByText("You are not currently a member of any organization.")).toBeVisible();
  },
);
