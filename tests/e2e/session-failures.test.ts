import { expect, type Page, test } from "@playwright/test";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { callsOf, count, openAs } from "./place.ts";

let product: TestProduct;
test.beforeEach(async () => {
  product = await startTestProduct();
});
test.afterEach(() => product.stop());

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

test("SES21 ERR57 a sign-out that the API does not hear of is a sign-out all the same", async ({ page }) => {
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
