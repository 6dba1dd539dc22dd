import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { demoPassword, hadSession, openAs, sharedPlace, signIn } from "./place.ts";

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
        const isLater = /\/(notifications|views)/.test(request.url());
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
  await page.waitForLoadState("networkidle");
  expect(foreign).toEqual([]);
  await page.getByRole("link", { name: "Sign back in" }).click();
  await expect(page).toHaveURL(`${webUrl}/`);
  await expect(page.getByLabel("Password")).toBeVisible();
});
