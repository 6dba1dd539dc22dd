import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { openAs } from "./place.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

test(
  "SES14 SES15 a session that cannot be renewed for now is told in a banner on every page and by what fails for it, until it is renewed",
  { tag: "@all" },
  async ({ page, context }) => {
    await openAs(page, "super@example.com", "/deployments", product);
    await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
    const banner = page.getByText("Can't reach the sign-in service. You're still signed in.");
    const refresh = page.getByRole("button", { name: "Refresh" });
    await expect(banner).toHaveCount(0);
    await context.clearCookies({ name: "shardwatch_session" });
    await product.misbehave({ mode: "server-error" });
    await refresh.click();
    await expect(banner).toBeVisible();
    await expectAccessible(page, "sign-in service unreachable");
    await page.getByRole("link", { name: "Admin", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
    await expect(banner).toBeVisible();
    // The admin area has a rail of its own.
    await page.getByRole("banner").getByRole("link", { name: "Deployments" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Sources" }).click();
    const failed = page.getByRole("alert").filter({ hasText: "Failed to fetch tokens" });
    await expect(failed).toContainText("Can't reach the sign-in service.");
    await expect(page.getByText("Please sign in.")).toHaveCount(0);
    await product.misbehave({ mode: "normal" });
    await page.getByRole("banner").getByRole("link", { name: "Deployments" }).click();
    await refresh.click();
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
  },
);
