import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { answered, openAs } from "./place.ts";
import { requestsOf } from "./provider.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

test("LAY05 LAY06 LAY07 LAY08 LAY09 LAY10 feedback opens a form that is filled in with who asks, whatever they are called", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) complaints.push(message.text());
  });
  await page.goto(`${product.webUrl}/signup`);
  await page.getByRole("link", { name: "Sign up with Google" }).click();
  await page.getByLabel("Email").fill("rose+test@example.net");
  await page.getByLabel("First name").fill("Rose & #1 + ?x=y");
  await page.getByLabel("Last name").fill('O\'Brien "100%" Škoda');
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("banner").getByRole("button", { name: "Feedback" }).click();
  const dialog = page.getByRole("dialog", { name: "Feedback" });
  const form = dialog.frameLocator('iframe[title="Feedback form"]');
  // The sandboxed form has no origin of its own, so it cannot reach the application around it.
  await expect(dialog.locator("iframe")).toHaveAttribute("sandbox", "allow-forms allow-popups allow-scripts");
  await expect(form.getByLabel("Email")).toHaveValue("rose+test@example.net");
  await expect(form.getByLabel("First name")).toHaveValue("Rose & #1 + ?x=y");
  await expect(form.getByLabel("Last name")).toHaveValue('O\'Brien "100%" Škoda');
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByRole("heading", { name: "Thank you" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test(
  "LAY06 LAY20 the form is loaded when it is opened; the dialog opens by keyboard, keeps the focus, closes with Escape, by its button and beside it, and gives the focus back",
  { tag: "@all" },
  async ({ page }) => {
    const last = answered(page, product, "/notifications", "/history/sparks");
    const requests = requestsOf(page);
    await openAs(page, "viewer@example.com", "/deployments", product);
    await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
    const opener = page.getByRole("banner").getByRole("button", { name: "Feedback" });
    const dialog = page.getByRole("dialog", { name: "Feedback" });
    const toForm = () =>
      requests.filter((request) => request.url().startsWith(`${product.providerUrl}/feedback`));
    await last;
    expect(toForm()).toEqual([]);
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await expect(dialog.frameLocator("iframe").getByLabel("Email")).toHaveValue("viewer@example.com");
    expect(toForm()).toHaveLength(1);
    await expectAccessible(page, "feedback");
    for (let steps = 0; steps < 12; steps += 1) {
      await page.keyboard.press("Tab");
      // Between the last and the first element are the browser's own controls, which are not part of the page.
      const inside = "document.activeElement === document.body || !!document.activeElement.closest('dialog')";
      expect(await page.evaluate(inside)).toBe(true);
    }
    await dialog.getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog).toBeVisible();
    await page.mouse.click(5, 400);
    await expect(dialog).toHaveCount(0);
  },
);

test("LAY05 where no form is configured there is no feedback button", { tag: "@all" }, async ({ page }) => {
  product.configure({ feedbackFormUrl: null });
  try {
    await openAs(page, "viewer@example.com", "/deployments", product);
    await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Feedback" })).toHaveCount(0);
  } finally {
    product.configure({});
  }
});
