import { expect, type Page, test } from "@playwright/test";
import { startOpenIdProvider, type TestOpenId } from "../support/openid-provider.ts";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

/*
 * The product with sign-in at a real OpenID provider (oidc-provider), as an operator configures it.
 */
let product: TestProduct;
let provider: TestOpenId;

test.beforeAll(async () => {
  product = await startTestProduct(async ({ webUrl, apiUrl }) => {
    provider = await startOpenIdProvider({
      callbackUrl: `${apiUrl}/auth/oidc/callback`,
      signedOutUrl: `${webUrl}/`,
    });
    return {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: "Example Inc.",
      OIDC_GROUPS_ADMIN: "ops",
      OIDC_ORGANIZATION: "Example platform",
    };
  });
  const verified = { email_verified: true };
  provider.people.set("ada", { email: "ada@example.com", given_name: "Ada", groups: ["ops"], ...verified });
  provider.people.set("vic", { email: "vic@example.com", given_name: "Vic", groups: [], ...verified });
  provider.people.set("new", { email: "new@example.com", email_verified: false });
});
test.afterAll(async () => {
  await product.stop();
  await provider.stop();
});

const button = (page: Page) => page.getByRole("link", { name: "Sign in with Example Inc." });

/** Passes the button and the provider's own page. */
async function signIn(page: Page, subject: string): Promise<void> {
  await button(page).click();
  await page.getByLabel("Subject").fill(subject);
  await page.getByRole("button", { name: "Sign in here" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

test(
  "SLF01 the sign-in is one button, without password, sign-up and buttons of others",
  { tag: "@all" },
  async ({ page }) => {
    await page.goto(product.webUrl);
    await expect(button(page)).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await expect(page.getByText("Google")).toHaveCount(0);
    await expect(page.getByText("Sign up")).toHaveCount(0);
    await expect(page.getByText("Redis Cloud")).toHaveCount(0);
    await expectAccessible(page, "sign-in by OpenID Connect");
    await page.goto(`${product.webUrl}/signup`);
    await expect(button(page)).toBeVisible();
  },
);

test("SLF01 a person signs in at the provider and continues where they wanted to go; signing out ends the provider's session too", async ({
  page,
}) => {
  await page.goto(`${product.webUrl}/profile/personal`);
  await signIn(page, "ada");
  await expect(page).toHaveURL(`${product.webUrl}/profile/personal`);
  await expect(page.getByText("ada@example.com").first()).toBeVisible();
  await expect(page.getByText("managed in Example Inc.")).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
  await page.getByRole("button", { name: /sign me out/i }).click();
  await expect(page).toHaveURL(`${product.webUrl}/`);
  await button(page).click();
  await expect(page.getByLabel("Subject")).toBeVisible();
});

test(
  "SLF02 a group of the provider makes an admin, at the next sign-in also of somebody who was a viewer",
  { tag: "@all" },
  async ({ browser }) => {
    for (const [groups, role] of [
      [[], "Viewer"],
      [["ops"], "Org Admin"],
    ] as const) {
      provider.people.set("vic", { email: "vic@example.com", email_verified: true, groups });
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${product.webUrl}/profile/personal`);
      await signIn(page, "vic");
      await expect(page.getByRole("main").getByText(role)).toBeVisible();
      await context.close();
    }
  },
);

test(
  "SLF01 SLF02 a Redis Cloud account is connected with its keys; there is no wizard and no list of the person's accounts",
  { tag: "@all" },
  async ({ page }) => {
    await page.goto(product.webUrl);
    await signIn(page, "ada");
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    await page.goto(`${product.webUrl}/integrations/redis-cloud`);
    await page.getByRole("button", { name: "Connect account" }).click();
    const form = page.getByRole("form", { name: "Connect account" });
    await expect(form.getByLabel("API key")).toBeVisible();
    await expect(page.getByText("Create keys automatically")).toHaveCount(0);
    await expect(page.getByText("Your Redis Cloud accounts")).toHaveCount(0);
    await form.getByLabel("API key").fill("demo-api-key");
    await form.getByLabel("API secret").fill("demo-api-secret");
    await form.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Redis Cloud account connected")).toBeVisible();
  },
);

test("SLF01 SLF02 who cannot sign in reads why, and can try again", { tag: "@all" }, async ({ page }) => {
  await page.goto(product.webUrl);
  await signIn(page, "new");
  await expect(page.getByRole("heading", { name: "Your email isn't verified" })).toBeVisible();
  await expectAccessible(page, "refused sign-in");
  await page.getByRole("link", { name: "Back to Shardwatch" }).click();
  await expect(button(page)).toBeVisible();
});
