import { expect, test } from "@playwright/test";
import { addAttempts, keyOfAttempts } from "@shardwatch/core/attempts/attempts.table";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf, count, demoPassword, submitLogin } from "./place.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(async () => {
  product.api.open();
  await product.provider.start();
  await product.misbehave({ mode: "normal" });
});
test.afterAll(() => product.stop());

const failed = "Login failed. Please try again.";

test("LGN10 LGN11 ERR08 while it is busy the button says so and a second submit sends nothing; a provider that never answers is a failed login in the end", async ({
  page,
}) => {
  let logins = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/v1/login")) logins += 1;
  });
  await product.misbehave({ mode: "hanging" });
  await submitLogin(page, "viewer@example.com", demoPassword, product);
  const button = page.getByRole("button", { name: "Signing in..." });
  await expect(button).toBeDisabled();
  await button.click({ force: true });
  await page.getByLabel("Password").press("Enter");
  await page.getByLabel("Email").press("Enter");
  await expect(page.getByRole("alert")).toHaveText(failed, { timeout: 20_000 });
  expect(logins).toBe(1);
});

test(
  "ERR08 LGN26 a provider that is broken, or has had enough, or is gone, is a failed login that can be tried again",
  { tag: "@all" },
  async ({ page }) => {
    const fails = async () => {
      await submitLogin(page, "viewer@example.com", demoPassword, product);
      await expect(page.getByRole("alert")).toHaveText(failed);
      await expect(page.getByLabel("Email")).toHaveValue("viewer@example.com");
    };
    await product.misbehave({ mode: "server-error" });
    await fails();
    await product.misbehave({ mode: "rate-limited" });
    await fails();
    await product.provider.stop();
    await fails();
    await product.provider.start();
    await product.misbehave({ mode: "normal" });
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
  },
);

test("ERR08 a provider that fails at once after it accepted the password is a failed login, not a wrong password", async ({
  page,
}) => {
  await page.goto(product.webUrl);
  await expect(page.getByLabel("Email")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const opening = product.api.hold("POST /auth/login");
  await submitHere();
  await opening.arrived;
  await product.endSessions();
  opening.release();
  await expect(page.getByRole("alert")).toHaveText(failed);

  async function submitHere() {
    await page.getByLabel("Email").fill("viewer@example.com");
    await page.getByLabel("Password").fill(demoPassword);
    await page.getByLabel("Password").press("Enter");
  }
});

test("ERR09 a user who cannot be read after the login is told so", async ({ page }) => {
  const calls = callsOf(page, product);
  const asking = product.api.hold("POST /me");
  await submitLogin(page, "viewer@example.com", demoPassword, product);
  await asking.arrived;
  expect(count(calls, "POST /auth/login")).toBeGreaterThan(0);
  await product.misbehave({ mode: "server-error" });
  asking.release();
  await expect(page.getByRole("alert")).toHaveText("Failed to get user information. Please try again.");
  await expect(page.getByLabel("Email")).toHaveValue("viewer@example.com");
  await expect(page).toHaveURL(`${product.webUrl}/`);
});

test(
  "SEC19 a network with too many sign-ins is told when to try again, at the form and on a page, and nobody is signed out",
  { tag: "@all" },
  async ({ page }) => {
    await submitLogin(page, "viewer@example.com", demoPassword, product);
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    await page.evaluate(() => sessionStorage.clear());
    const windowLength = 600_000;
    const now = Math.ceil(Date.now() / windowLength) * windowLength;
    for (const end of [now, now + windowLength])
      await product.services.table.update(
        keyOfAttempts("network", "127.0.0.1", end),
        addAttempts(1_000, end),
      );
    const wait = /Too many sign-ins from your network have failed\. Please try again in \d+ minutes?\./;
    await page.goto(`${product.webUrl}/deployments`);
    await expect(page.getByRole("heading", { name: wait })).toContainText("Please Wait");
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    await submitLogin(page, "viewer@example.com", demoPassword, product);
    await expect(page.getByRole("alert")).toHaveText(wait);
    for (const end of [now, now + windowLength])
      await product.services.table.remove(keyOfAttempts("network", "127.0.0.1", end));
    await page.goto(`${product.webUrl}/deployments`);
    await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();
  },
);
