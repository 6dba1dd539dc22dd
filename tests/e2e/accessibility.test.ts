import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { arrive, demoPassword, hadSession, openAs } from "./place.ts";

// A licence with flash, two databases, and a cut name: every look in few rows.
const longName = "Analytics (Redis on flash, Frankfurt data center, second room)";
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(() => product.api.start());
test.afterAll(() => product.stop());

test("public pages break no rule of WCAG 2.2 AA, light or dark", async ({ page }) => {
  await page.goto(product.webUrl);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectAccessible(page, "login");
  await page.getByLabel("Email").fill("viewer@example.com");
  await page.getByLabel("Password").fill("wrong");
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await expectAccessible(page, "login refused");
  await hadSession(page);
  await page.goto(`${product.webUrl}/logout`);
  await expect(page.getByRole("heading", { name: "Session ended" })).toBeVisible();
  await expectAccessible(page, "session ended");
});

test("the pages behind the sign-in break no rule of WCAG 2.2 AA, light or dark", async ({ page }) => {
  await page.setViewportSize(desktop);
  await openAs(page, "super@example.com", "/admin", product);
  await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  await expectAccessible(page, "admin");
  await page.goto(`${product.webUrl}/deployments`);
  await expect(page.getByRole("link", { name: longName })).toBeVisible();
  await expectAccessible(page, "list");
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await expectAccessible(page, "account menu");
  await page.keyboard.press("Escape");
  await page.setViewportSize(phone);
  await expect(page.getByRole("table")).toHaveCount(0);
  await expectAccessible(page, "list as cards");
  await page.setViewportSize(desktop);
  await page.getByRole("link", { name: longName }).click();
  await page.getByRole("button", { name: /^License Information/ }).click();
  await page.getByRole("button", { name: "Details of events" }).click();
  await expectAccessible(page, "detail");
  await page.goto(`${product.webUrl}/deployments/dep_0000000000000000`);
  await expect(page.getByRole("heading", { name: "Deployment not found" })).toBeVisible();
  await expectAccessible(page, "deployment not found");
  await page.goto(`${product.webUrl}/no/such/page`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expectAccessible(page, "page not found");
});

test("empty and failing pages break no rule of WCAG 2.2 AA, light or dark", async ({ page }) => {
  await openAs(page, "somebody.new@example.org", "/deployments", product);
  await expect(page.getByText("No deployments found")).toBeVisible();
  await expectAccessible(page, "empty list");
  await arrive(page, "viewer@example.com", product);
  const loading = product.api.hold("GET /deployments");
  await page.reload();
  await loading.arrived;
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
  await expectAccessible(page, "loading list");
  await product.api.stop();
  await expect(page.getByText("Unable to Load Deployments")).toBeVisible();
  await expectAccessible(page, "failing list");
});

/** Presses Tab until something has the focus, as a keyboard user does. */
async function tabTo(page: Page, name: string | RegExp, role: "link" | "button" | "textbox"): Promise<void> {
  const focused = page.getByRole(role, { name }).and(page.locator(":focus"));
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press("Tab");
    if ((await focused.count()) > 0) return;
  }
  throw new Error(`the ${role} ${String(name)} is not reached by Tab`);
}

test("the keyboard is enough to sign in, read a deployment, come back and sign out", async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto(product.webUrl);
  await expect(page.getByLabel("Email")).toBeVisible();
  await tabTo(page, "Email", "textbox");
  await page.keyboard.type("viewer@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(demoPassword);
  await tabTo(page, "Sign in", "button");
  await page.keyboard.press("Enter");
  const list = page.getByRole("heading", { level: 1, name: "Deployments" });
  await expect(list).toBeFocused();

  await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
  // The table is one stop of the Tab key.
  await tabTo(page, longName, "link");
  const wanted = page.getByRole("link", { name: "orders-cache" }).and(page.locator(":focus"));
  for (let rows = 0; rows < 10 && (await wanted.count()) === 0; rows += 1)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "orders-cache" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Details of db 1" })).toBeVisible();
  await tabTo(page, "Details of db 1", "button");
  await page.keyboard.press("Space");
  await expect(page.getByRole("term").filter({ hasText: "ID" })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "orders-cache" })).toBeVisible();
  await tabTo(page, "Skip to content", "link");
  await page.keyboard.press("Enter");
  await tabTo(page, "Back to Deployments", "link");
  await page.keyboard.press("Enter");
  await expect(list).toBeFocused();

  await page.reload();
  await expect(list).toBeVisible();
  await tabTo(page, "Account menu", "button");
  await page.keyboard.press("Enter");
  const signOut = page.getByRole("menuitem", { name: "Sign out" });
  await expect(signOut).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(signOut).toBeHidden();
  await expect(page.getByRole("button", { name: "Account menu" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(signOut).toBeVisible();
  await page.keyboard.press("End");
  await expect(signOut).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Session ended" })).toBeFocused();
});
