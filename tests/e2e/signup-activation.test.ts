import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { arrive, submitLogin } from "./place.ts";
import { activationLink, queryOf, requestsOf } from "./provider.ts";
import { fillIn, send, values } from "./signup.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

test("SGN12 SGN19 SGN20 SEC07 SES22 after the sign-up the mail activates the account, which signs in; the password goes to nobody but the provider", async ({
  page,
}) => {
  const requests = requestsOf(page);
  await page.goto(`${product.webUrl}/signup`);
  await fillIn(page);
  await send(page);
  await expect(page.getByRole("heading", { level: 1, name: "You're almost there" })).toBeFocused();
  await expect(page).toHaveTitle("You're almost there - Shardwatch");
  await expect(page.getByRole("main")).toContainText(
    `Check your email at ${values.Email} and open the link to activate your account. Then reload`,
  );
  await expectAccessible(page, "almost there");
  const mail = await activationLink(product, values.Email);

  await submitLogin(page, values.Email, values.Password, product);
  await expect(page.getByRole("alert")).toContainText("Activate your account first");
  await page.goto(mail);
  await page.getByRole("button", { name: "Activate the account" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(values.Email);
  await page.getByLabel("Password").fill(values.Password);
  await page.getByLabel("Password").press("Enter");
  await expect(page).toHaveURL(`${product.webUrl}/deployments`);
  await expect(page.getByText(values.Email)).toBeVisible();

  const holding = requests.filter((request) =>
    [request.url(), request.postData(), JSON.stringify(request.headers())].some((text) =>
      text?.includes(values.Password),
    ),
  );
  expect(new Set(holding.map((request) => request.url()))).toEqual(
    new Set([`${product.providerUrl}/marketing/api/proxy/signup`, `${product.providerUrl}/api/v1/login`]),
  );
  expect(requests.some((request) => request.url().startsWith(product.apiUrl))).toBe(true);
  const stored = await page.evaluate("JSON.stringify([sessionStorage, localStorage])");
  expect(stored).toContain(values.Email);
  expect(stored).not.toContain(values.Password);
});

test(
  "SGN19 SGN20 from almost there the way on is the sign-in screen; a reload stays there, and signs in whom the activation has given a session",
  { tag: "@all" },
  async ({ page }) => {
    const email = "on.my.way@example.net";
    await page.goto(`${product.webUrl}/signup?returnTo=%2Fprofile%2Fpersonal`);
    await fillIn(page, { Email: email });
    await send(page);
    const loaded = page.waitForEvent("load");
    await page.getByRole("link", { name: "Reload and sign in" }).click();
    await loaded;
    await expect(page).toHaveURL(`${product.webUrl}/?returnTo=%2Fprofile%2Fpersonal`);
    await page.goBack();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "You're almost there" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(email);
    const mail = await page.context().newPage();
    await mail.goto(await activationLink(product, email));
    await mail.getByRole("button", { name: "Activate the account" }).click();
    await mail.getByRole("link", { name: "Sign in" }).waitFor();
    await arrive(page, email, product, values.Password);
    await page.reload();
    await expect(page).toHaveURL(`${product.webUrl}/profile/personal`);
  },
);

for (const [name, loginMethod] of [
  ["Google", "google"],
  ["GitHub", "github"],
] as const)
  test(`SGN13 SGN14 SGN15 NAV28 ${name} signs up at the provider and comes back signed in, to where the person wanted to go; there is no SSO`, async ({
    page,
  }) => {
    await page.goto(`${product.webUrl}/signup?returnTo=%2Fdeployments%3Fsearch%3Dcache`);
    await expect(page.getByRole("link", { name: /^Sign up with/ })).toHaveText(["Google", "GitHub"]);
    await expect(page.getByText("SSO", { exact: true })).toHaveCount(0);
    await page.getByRole("link", { name: `Sign up with ${name}` }).click();
    await expect(page.getByRole("heading", { name: `Sign up with ${name}` })).toBeVisible();
    expect(page.url().split("?")[0]).toBe(`${product.providerUrl}/sign-up`);
    expect(queryOf(page)).toEqual({
      loginMethod,
      redirectTo: `${product.webUrl}/?returnTo=%2Fdeployments%3Fsearch%3Dcache`,
    });
    await page.getByLabel("Email").fill(`${loginMethod}@example.net`);
    await page.getByLabel("First name").fill("Ines");
    await page.getByLabel("Last name").fill("Duarte");
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/deployments?search=cache`);
    await expect(page.getByText(`${loginMethod}@example.net`)).toBeVisible();
  });
