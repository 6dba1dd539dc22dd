import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import {
  callsOf,
  count,
  demoPassword,
  hadSession,
  openAs,
  sharedPlace,
  signIn,
  typefacesInUse,
} from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("course", () => {
  const { webUrl, apiUrl } = sharedPlace();

  const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem("user-storage"));

  async function storedSession(
    page: Page,
  ): Promise<{ user: { email: string } | null; isAuthenticated: boolean }> {
    return JSON.parse((await stored(page)) ?? "null") as never;
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(`${webUrl}/logout`);
  }

  const cookieNames = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name);

  test("SES01 SES02 SES03 SES05 SES22 LAY14 LIM15 the user is kept in this tab's storage without a secret, until they sign out", async ({
    page,
    context,
  }) => {
    await signIn(page, "viewer@example.com");
    expect(await storedSession(page)).toMatchObject({
      user: { email: "viewer@example.com", firstName: "Yuki", roles: ["VIEWER"] },
      isAuthenticated: true,
    });
    const all = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    expect(all).toContain("viewer@example.com");
    const cookies = await context.cookies();
    expect(cookies.length).toBeGreaterThanOrEqual(2);
    for (const secret of [demoPassword, ...cookies.map(({ value }) => value)])
      expect(all).not.toContain(secret);

    const logout = page.waitForResponse((answer) => answer.url() === `${apiUrl}/auth/logout`);
    await signOut(page);
    expect((await logout).request().method()).toBe("POST");
    expect((await logout).status()).toBe(204);
    expect(await storedSession(page)).toEqual({ user: null, isAuthenticated: false });
    expect(await cookieNames(context)).not.toContain("shardwatch_session");
    await page.goto(`${webUrl}/deployments`);
    await expect(page).toHaveURL(/\/logout\?returnTo=/);
  });

  test("SES25 signing out in one tab signs out the others", { tag: "@all" }, async ({ page, context }) => {
    await openAs(page, "viewer@example.com");
    const other = await context.newPage();
    await other.goto(`${webUrl}/deployments`);
    await other.getByRole("link", { name: "orders-cache" }).click();
    await expect(other.getByRole("heading", { name: "orders-cache" })).toBeVisible();
    await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
    await signOut(page);
    await expect(other).toHaveURL(`${webUrl}/logout`);
    expect(await storedSession(other)).toEqual({ user: null, isAuthenticated: false });
  });

  test(
    "P7 a new tab asks who is here and for the list once each, while the libraries are on their way",
    { tag: "@all" },
    async ({ page, context }) => {
      await openAs(page, "viewer@example.com");
      const tab = await context.newPage();
      const asked: string[] = [];
      const arrived = new Promise<void>((resolve) =>
        tab.on("request", (request) => {
          const isLater = /\/(notifications|views|incidents|deployments\/changed)/.test(request.url());
          if (!request.url().startsWith(apiUrl) || isLater) return;
          asked.push(`${request.method()} ${request.url().slice(apiUrl.length)}`);
          if (asked.length === 2) resolve();
        }),
      );
      await tab.route("**/assets/libraries-*.js", async (route) => {
        await arrived;
        await route.continue();
      });
      await tab.goto(`${webUrl}/deployments`);
      await expect(tab.getByRole("link", { name: "orders-cache" })).toBeVisible();
      expect(asked.toSorted()).toEqual(["GET /deployments", "POST /me"]);
    },
  );

  test("what another program left in the storage counts as nobody", { tag: "@all" }, async ({ page }) => {
    await page.addInitScript(() =>
      sessionStorage.setItem("user-storage", '{"user":{"email":"x","roles":[]},"isAuthenticated":true}'),
    );
    await openAs(page, "viewer@example.com");
    await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
  });

  test("END01 END02 END03 END04 NAV03 the session-ended page is there for everybody and asks the API nothing", async ({
    page,
  }) => {
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(webUrl)) foreign.push(request.url());
    });
    await hadSession(page);
    await page.goto(`${webUrl}/logout`);
    await expect(page.getByText("Your session has ended. You can sign back in anytime.")).toBeVisible();
    const provider = page.getByRole("link", { name: "Go to Redis Cloud" });
    await expect(provider).toHaveAttribute("href", sharedPlace().providerUrl);
    await typefacesInUse(page);
    expect(foreign).toEqual([]);
    await page.getByRole("link", { name: "Sign back in" }).click();
    await expect(page).toHaveURL(`${webUrl}/`);
    await expect(page.getByLabel("Password")).toBeVisible();
  });
});

test.describe("failures", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterEach(async () => {
    product.api.open();
    await product.api.start();
    await product.misbehave({ mode: "normal" });
  });
  test.afterAll(() => product.stop());

  const ours = "shardwatch_session";
  const isAuthenticated = (page: Page) =>
    page.evaluate(() => sessionStorage.getItem("user-storage")?.includes('"isAuthenticated":true') ?? false);
  const refresh = (page: Page) => page.getByRole("button", { name: "Refresh" }).click();
  const row = (page: Page) => page.getByRole("link", { name: "orders-cache" });

  /** A member on the list with no running requests: the bell and the saved views request last. */
  async function openList(page: Page): Promise<string[]> {
    const answered = (path: string) =>
      page.waitForResponse((answer) => answer.url().startsWith(`${product.apiUrl}${path}`));
    const last = Promise.all([answered("/notifications"), answered("/views"), answered("/history/sparks")]);
    await openAs(page, "viewer@example.com", "/deployments", product);
    await expect(row(page)).toBeVisible();
    await last;
    return callsOf(page, product);
  }

  test("SES04 SES07 a session that ran out is renewed, and the call is repeated once", async ({
    page,
    context,
  }) => {
    const calls = await openList(page);
    await context.clearCookies({ name: ours });
    await page.evaluate(() => sessionStorage.clear());
    const repeated = page.waitForResponse(
      (answer) => answer.url() === `${product.apiUrl}/deployments` && answer.status() === 200,
    );
    await refresh(page);
    await repeated;
    expect(calls).toEqual(["GET /deployments", "POST /me", "GET /deployments"]);
    expect(await isAuthenticated(page)).toBe(true);
    await expect(page.getByText("Can't reach the sign-in service")).toHaveCount(0);
    await expect(row(page)).toBeVisible();
  });

  test(
    "SES08 a call that is refused twice is not repeated again",
    { tag: "@all" },
    async ({ page, context }) => {
      const calls = await openList(page);
      await context.clearCookies({ name: ours });
      const asking = product.api.hold("POST /me");
      await refresh(page);
      await asking.arrived;
      const again = product.api.hold("GET /deployments");
      asking.release();
      await again.arrived;
      // Another person ends the new session before the repeated call is answered.
      const cookies = (await context.cookies(product.apiUrl)).map(({ name, value }) => `${name}=${value}`);
      const headers = { origin: product.webUrl, cookie: cookies.join("; ") };
      expect((await fetch(`${product.apiUrl}/auth/logout`, { method: "POST", headers })).status).toBe(204);
      again.release();
      await expect(page.getByText("Unable to load deployments")).toBeVisible();
      await expect(row(page)).toBeVisible();
      expect(calls).toEqual(["GET /deployments", "POST /me", "GET /deployments"]);
    },
  );

  test("SES06 SES11 SES12 a session that the provider ended leads to the session-ended page, after asking once", async ({
    page,
    context,
  }) => {
    const calls = await openList(page);
    await product.endSessions();
    await context.clearCookies({ name: ours });
    await refresh(page);
    await expect(page).toHaveURL(`${product.webUrl}/logout?returnTo=%2Fdeployments`);
    expect(await isAuthenticated(page)).toBe(false);
    await page.getByRole("link", { name: "Sign back in" }).click();
    await expect.poll(() => count(calls, "POST /auth/login")).toBe(1);
    expect(calls).toEqual(["GET /deployments", "POST /me", "POST /auth/login"]);
  });

  test(
    "SES12 a 401 on the question who the person is ends the session at once, without a retry; a provider that cannot be asked does not",
    { tag: "@all" },
    async ({ page }) => {
      const calls = await openList(page);
      // Opening the profile calls the provider; our own cookie is still valid for everything else.
      const openProfile = async () => {
        await page.getByRole("button", { name: "Account menu" }).click();
        await page.getByRole("menuitem", { name: "Settings" }).click();
      };
      await product.misbehave({ mode: "server-error" });
      const unavailable = page.waitForResponse((answer) => answer.url() === `${product.apiUrl}/me`);
      await openProfile();
      expect((await unavailable).status()).toBe(503);
      await expect(page.getByRole("heading", { name: "Personal details" })).toBeVisible();
      expect(await isAuthenticated(page)).toBe(true);

      await product.misbehave({ mode: "normal" });
      await page.getByRole("banner").getByRole("link", { name: "Deployments" }).click();
      await expect(row(page)).toBeVisible();
      await product.endSessions();
      calls.length = 0;
      await openProfile();
      await expect(page).toHaveURL(`${product.webUrl}/logout?returnTo=%2Fprofile%2Fpersonal`);
      expect(await isAuthenticated(page)).toBe(false);
      expect(calls.filter((call) => call === "POST /me")).toHaveLength(1);
    },
  );

  test("SES21 ERR57 a sign-out that the API does not hear of is a sign-out all the same", async ({
    page,
  }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    const calls = await openList(page);
    await product.api.stop();
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/logout`);
    expect(count(calls, "POST /auth/logout")).toBe(1);
    expect(await isAuthenticated(page)).toBe(false);
    expect(complaints.some((text) => text.includes("Signing out at the API failed"))).toBe(true);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("status")).toHaveCount(0);
    await expect(page.getByText(/fail/i)).toHaveCount(0);
  });

  test(
    "SES14 SES15 a session that cannot be renewed for now is told in a banner on every page and by what fails for it, until it is renewed",
    { tag: "@all" },
    async ({ page, context }) => {
      await openAs(page, "super@example.com", "/deployments", product);
      await expect(page.getByRole("link", { name: "Campaigns 2024" })).toBeVisible();
      const banner = page.getByText("Can't reach the sign-in service. You're still signed in.");
      await expect(banner).toHaveCount(0);
      await context.clearCookies({ name: "shardwatch_session" });
      await product.misbehave({ mode: "server-error" });
      await refresh(page);
      await expect(banner).toBeVisible();
      await expectAccessible(page, "sign-in service unreachable");
      await page.getByRole("link", { name: "Admin", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
      await expect(banner).toBeVisible();
      // The admin area has a rail of its own.
      await page.getByRole("banner").getByRole("link", { name: "Deployments" }).click();
      await page.getByRole("button", { name: "Account menu" }).click();
      await page.getByRole("menuitem", { name: "API Keys" }).click();
      await page.getByRole("link", { name: "Show Shardwatch Operations" }).click();
      const failed = page.getByRole("alert").filter({ hasText: "Failed to fetch tokens" });
      await expect(failed).toContainText("Can't reach the sign-in service.");
      await expect(page.getByText("Please sign in.")).toHaveCount(0);
      await product.misbehave({ mode: "normal" });
      await page.getByRole("banner").getByRole("link", { name: "Deployments" }).click();
      await refresh(page);
      await expect(banner).toHaveCount(0);
      // It is another organization's than the one that was chosen for the sources.
      await page.goto(`${product.webUrl}/deployments`);
      await expect(page.getByRole("link", { name: "Campaigns 2024" })).toBeVisible();
    },
  );

  // It stops the database for good, so it comes last.
  test(
    "SES14 SES15 while the provider, our storage or the network is down, everybody stays signed in",
    { tag: "@all" },
    async ({ page, context }) => {
      await openList(page);
      const notice = page.getByText("Unable to load deployments");
      const fails = async (when: () => Promise<void>) => {
        await context.clearCookies({ name: ours });
        const asking = product.api.hold("POST /me");
        await refresh(page);
        await asking.arrived;
        await when();
        asking.release();
        await expect(notice).toBeVisible();
        await expect(row(page)).toBeVisible();
        await expect(page).toHaveURL(`${product.webUrl}/deployments`);
        expect(await isAuthenticated(page)).toBe(true);
      };
      const recovers = async () => {
        await refresh(page);
        await expect(notice).toBeHidden();
      };
      await fails(() => product.misbehave({ mode: "server-error" }));
      await product.misbehave({ mode: "normal" });
      await recovers();
      await fails(() => product.api.stop());
      await product.api.start();
      await recovers();
      await fails(() => product.database.stop());
    },
  );
});
