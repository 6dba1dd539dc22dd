import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

const open = (page: Page, email = "admin@example.com") => openAs(page, email, "/sources", product);
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test(
  "OVR06 one table has all agent keys and accounts, the troubled first, with what they found and when they are read",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    const names = page.getByRole("table", { name: "All sources" }).getByRole("rowheader").getByRole("link");
    await expect(names.filter({ hasText: "Staging agent" })).toBeVisible();
    const order = await names.allTextContents();
    expect(order.indexOf("Staging agent")).toBeLessThan(order.indexOf("Production agent"));
    expect(order.indexOf("Acme marketing")).toBeLessThan(order.indexOf("Acme production"));
    await expect(row(page, "Staging agent")).toContainText("silent2 deployments0 of 1 agent reporting");
    await expect(row(page, "Production agent")).toContainText("Reports on its own");
    await page.getByRole("button", { name: "Details of Production agent" }).click();
    await expect(page.getByRole("table")).toContainText("Platform");
    await expectAccessible(page, "sources");

    // What the button does then is tested where the account is managed.
    const tested = page.waitForRequest((call) => /\/redis-cloud\/\w+\/test$/.test(call.url()));
    await row(page, "Acme production").getByRole("button", { name: "Test now" }).click();
    expect((await tested).method()).toBe("POST");
    await names.filter({ hasText: "Acme production" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/integrations/redis-cloud`);

    await page.setViewportSize({ width: 360, height: 640 });
    await page.goBack();
    await expect(page.getByText("Staging agent")).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
  },
);

test(
  "AMD03 ROL32 a viewer sees why an account can't be read now, and somebody new is offered the ways to a first source",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "viewer@example.com");
    const button = row(page, "Acme production").getByRole("button", { name: "Test now" });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(/^Someone else created this/);
    await expect(page.getByRole("link", { name: "Add a source" })).toBeVisible();

    await open(page, "nobody.yet@example.org");
    await expect(page.getByText("No sources yet")).toBeVisible();
    await expect(page.getByRole("list", { name: "Setup" }).getByRole("listitem")).toHaveCount(3);
    await expectAccessible(page, "no sources");
    await openAs(page, "solo@example.com", "/sources", product);
    await expect(page.getByText("Sources belong to an organization.")).toBeVisible();
  },
);
