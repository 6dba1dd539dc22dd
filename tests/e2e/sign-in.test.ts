import { expect, type Page, test } from "@playwright/test";
import { startOpenIdProvider, type TestOpenId } from "../support/openid-provider.ts";
import { expectAccessible } from "./axe.ts";
import { callsOf, demoPassword, sharedPlace, signIn, submitLogin } from "./place.ts";
import { queryOf, setProvider } from "./provider.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("screen", () => {
  const { webUrl } = sharedPlace();

  test("LGN20 LGN22 LGN23 LGN25 a member signs in at the provider, then at the API, and sees the deployments", async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") calls.push(new URL(request.url()).pathname);
    });
    const login = page.waitForRequest(
      (request) => request.url().endsWith("/api/v1/login") && request.method() === "POST",
    );
    await signIn(page, "viewer@example.com");
    expect((await login).postDataJSON()).toEqual({
      username: "viewer@example.com",
      password: demoPassword,
      auth_mode: "direct",
      origin: expect.any(String),
    });
    await expect(page).toHaveURL(`${webUrl}/deployments`);
    expect(calls.slice(calls.indexOf("/api/v1/login")).slice(0, 3)).toEqual([
      "/api/v1/login",
      "/auth/login",
      "/me",
    ]);
    await expect(page.getByText("orders-cache")).toBeVisible();
  });

  test(
    "on one machine the people of the demo are named, and one press signs in",
    { tag: "@all" },
    async ({ page }) => {
      await page.goto(`${webUrl}/?returnTo=%2Fdatabases`);
      const people = page.getByRole("region", { name: "People of the demo" });
      await expect(people).toContainText(demoPassword);
      await people.getByRole("button", { name: "viewer@example.com" }).click();
      await expect(page).toHaveURL(`${webUrl}/databases`);
    },
  );

  test("the pages break no rule of their own content security policy", { tag: "@all" }, async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) complaints.push(message.text());
    });
    await signIn(page, "admin@example.com");
    await expect(page.getByText("orders-cache")).toBeVisible();
    await page.getByText("orders-cache").click();
    await expect(page).toHaveURL(/\/deployments\/dep_/);
    await expect(page.getByRole("heading", { name: "orders-cache" })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test.describe("second step", () => {
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
});

test.describe("OpenID provider", () => {
  /*
   * The product with sign-in at a real OpenID provider (oidc-provider), as an operator configures it.
   */
  let product: TestProduct;
  let provider: TestOpenId;

  test.beforeAll(async () => {
    product = await startTestProduct({
      moreSettings: async ({ webUrl, apiUrl }) => {
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
      },
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
  async function signInThere(page: Page, subject: string): Promise<void> {
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
    await signInThere(page, "ada");
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
    "MND02 MND13 the advice after signing out everywhere fits the provider; who meets a provider that refuses Shardwatch reads that",
    { tag: "@all" },
    async ({ page }) => {
      await page.goto(`${product.webUrl}/profile/personal`);
      await signInThere(page, "ada");
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      const dialog = page.getByRole("dialog", { name: "Sign out everywhere" });
      await expect(dialog.getByText("may still be signed in to Example Inc.")).toBeVisible();
      await expect(dialog.getByText("Redis Cloud")).toHaveCount(0);
      await expect(dialog.getByText("password")).toHaveCount(0);
      await expectAccessible(page, "signing out everywhere at an OpenID provider", "dialog");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await signOut(page);
      await page.getByRole("button", { name: /sign me out/i }).click();
      provider.refusesClient = true;
      await signInThere(page, "ada");
      await expect(
        page.getByRole("heading", { name: "The sign-in service refuses Shardwatch" }),
      ).toBeVisible();
      await expectAccessible(page, "refused client");
      provider.refusesClient = false;
      await page.getByRole("link", { name: "Try again" }).click();
      await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    },
  );

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
        await signInThere(page, "vic");
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
      await signInThere(page, "ada");
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
    await signInThere(page, "new");
    await expect(page.getByRole("heading", { name: "Your email isn't verified" })).toBeVisible();
    await expectAccessible(page, "refused sign-in");
    await page.getByRole("link", { name: "Back to Shardwatch" }).click();
    await expect(button(page)).toBeVisible();
  });
});
