import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf, demoPassword, submitLogin } from "./place.ts";
import { queryOf, setProvider } from "./provider.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(() => setProvider(product, { mode: "normal", email: "" }));
test.afterAll(() => product.stop());

test(
  "ERR07 AMD07 NAV28 who needs a second step is told so, makes it at the provider, and comes back signed in to where they wanted to go",
  { tag: "@all" },
  async ({ page }) => {
    await page.goto(`${product.webUrl}/deployments?search=orders`);
    await page.getByLabel("Email").fill("mfa@example.com");
    await page.getByLabel("Password").fill(demoPassword);
    await page.getByLabel("Password").press("Enter");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("This account uses two-factor sign-in.");
    await expect(alert).not.toContainText("Invalid email or password");
    await expectAccessible(page, "second step");
    await alert.getByRole("link", { name: "Sign in at Redis Cloud" }).click();
    expect(page.url().split("?")[0]).toBe(`${product.providerUrl}/login`);
    expect(queryOf(page)).toEqual({
      redirectTo: `${product.webUrl}/?returnTo=%2Fdeployments%3Fsearch%3Dorders`,
    });
    await page.getByLabel("Email").fill("mfa@example.com");
    await page.getByLabel("Password").fill(demoPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Code").fill("123456");
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments?search=orders`);
    await expect(page.getByText("mfa@example.com")).toBeVisible();
  },
);

test(
  "ERR07 a wrong password of somebody with a second step tells nothing of it",
  { tag: "@all" },
  async ({ page }) => {
    await submitLogin(page, "mfa@example.com", "wrong", product);
    await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  },
);

test("ERR07 AMD07 an account that is not activated is told to follow the mail, and its second try starts afresh", async ({
  page,
}) => {
  await setProvider(product, { mode: "not-activated", email: "viewer@example.com" });
  await submitLogin(page, "viewer@example.com", demoPassword, product);
  const alert = page.getByRole("alert");
  await expect(alert).toHaveText(
    "Activate your account first.We emailed you a link. Open it, then sign in here.",
  );
  await setProvider(product, { mode: "normal" });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${product.webUrl}/deployments`);
});

test("ENT54 EXT01 EXT02 EXT13 API01 the login is posted to the provider with the browser's cookies, and so is every call of the API", async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: "known_browser", value: "yes", url: product.providerUrl }]);
  const posted = page.waitForRequest(`${product.providerUrl}/api/v1/login`);
  const opened = page.waitForRequest((request) => request.url() === `${product.apiUrl}/deployments`);
  await submitLogin(page, "viewer@example.com", demoPassword, product);
  expect((await posted).method()).toBe("POST");
  expect((await posted).postDataJSON()).toEqual({
    username: "viewer@example.com",
    password: demoPassword,
    auth_mode: "direct",
    origin: product.webUrl,
  });
  expect(await (await posted).headerValue("cookie")).toContain("known_browser=yes");
  expect(await (await opened).headerValue("cookie")).toContain("shardwatch_session=");
});

test("SES13 on the login and sign-up pages an answer 401 asks for no user, and sends nobody anywhere", async ({
  page,
}) => {
  const calls = callsOf(page, product);
  const looked = page.waitForResponse(`${product.apiUrl}/auth/login`);
  await submitLogin(page, "viewer@example.com", "wrong", product);
  expect((await looked).status()).toBe(401);
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await expect(page).toHaveURL(`${product.webUrl}/`);
  await setProvider(product, { mode: "session-gone" });
  const refused = page.waitForResponse(`${product.apiUrl}/auth/login`);
  await page.getByLabel("Password").fill(demoPassword);
  await page.getByLabel("Password").press("Enter");
  expect((await refused).status()).toBe(401);
  await expect(page.getByRole("alert")).toHaveText("Login failed. Please try again.");
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByLabel("Country").getByRole("option", { name: "Germany" })).toBeAttached();
  await expect(page).toHaveURL(`${product.webUrl}/signup`);
  expect(calls).toEqual(["POST /auth/login", "POST /auth/login"]);
});
