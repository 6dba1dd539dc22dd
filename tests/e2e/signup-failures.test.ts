import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf } from "./place.ts";
import { requestsOf, setProvider } from "./provider.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(async () => {
  await product.provider.start();
  await setProvider(product, { mode: "normal", signUp: "works", countries: "works" });
});
test.afterAll(() => product.stop());

const failed = "Signup failed. Please try again.";
const notLoaded = "Failed to load signup data. Please refresh the page.";
const values = {
  "First name": "Ada",
  "Last name": "Bell",
  Email: "ada@example.net",
  Company: "Acme",
  Password: "correct horse",
};

async function open(page: Page, email: string): Promise<void> {
  await page.goto(`${product.webUrl}/signup`);
  for (const [label, value] of Object.entries({ ...values, Email: email }))
    await page.getByLabel(label).fill(value);
  await page.getByLabel("Country").selectOption("DE");
}

test("ERR10 SGN17 SGN21 a sign-up that is refused, or fails at any step, says so and can be sent again with the same values", async ({
  page,
}) => {
  await open(page, "again@example.net");
  const button = page.getByRole("button", { name: "Sign up with email" });
  const fails = async () => {
    await button.click();
    await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();
    await expect(button).toBeEnabled();
    for (const [label, value] of Object.entries({ ...values, Email: "again@example.net", Country: "DE" }))
      await expect(page.getByLabel(label)).toHaveValue(value);
  };
  for (const signUp of ["refused", "failing", "nonce-failing"]) {
    await setProvider(product, { signUp });
    await fails();
  }
  await setProvider(product, { signUp: "works" });
  for (const mode of ["damaged", "rate-limited"]) {
    await setProvider(product, { mode });
    await fails();
  }
  await expectAccessible(page, "sign-up failed");
  await product.provider.stop();
  await fails();
  await product.provider.start();
  await setProvider(product, { mode: "normal" });
  await button.click();
  await expect(page.getByRole("heading", { name: "You're almost there" })).toBeVisible();
});

test("ERR10 an email that has an account already is told so", { tag: "@all" }, async ({ page }) => {
  await open(page, "viewer@example.com");
  await page.getByRole("button", { name: "Sign up with email" }).click();
  const alert = page.getByRole("alert").filter({ hasText: failed });
  await expect(alert).toContainText("An account with this email already exists.");
});

test("SGN17 SGN18 while it is submitting the button says so and nothing can be sent again", async ({
  page,
}) => {
  await open(page, "busy@example.net");
  const requests = requestsOf(page);
  await setProvider(product, { mode: "slow", delayMs: 1_500 });
  await page.getByRole("button", { name: "Sign up with email" }).click();
  const busy = page.getByRole("button", { name: "Signing up..." });
  await expect(busy).toBeDisabled();
  await busy.click({ force: true });
  await page.getByLabel("Email").press("Enter");
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByRole("heading", { name: "You're almost there" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(requests.map((request) => new URL(request.url()).pathname)).toEqual([
    "/marketing/api/proxy/nonce",
    "/marketing/api/proxy/signup",
  ]);
});

test("ERR11 without its countries the page says so and loads them again when asked, and nobody is sent anywhere", async ({
  page,
}) => {
  const calls = callsOf(page, product);
  const alert = page.getByRole("alert").filter({ hasText: notLoaded });
  const fails = async () => {
    await page.goto(`${product.webUrl}/signup`);
    await expect(alert).toBeVisible();
  };
  for (const countries of ["damaged", "empty", "failing"]) {
    await setProvider(product, { countries });
    await fails();
  }
  await expectAccessible(page, "no countries");
  await product.provider.stop();
  await fails();
  await page.getByLabel("Company").fill("Kept");
  await product.provider.start();
  await setProvider(product, { countries: "works" });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Country").selectOption("FR");
  await expect(page.getByText(notLoaded)).toHaveCount(0);
  await expect(page.getByLabel("Company")).toHaveValue("Kept");
  await expect(page).toHaveURL(`${product.webUrl}/signup`);
  expect(calls).toEqual([]);
});
