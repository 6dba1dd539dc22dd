import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { demoPassword, hadSession, openAs, scrollsSideways, sharedPlace } from "./place.ts";

const { webUrl } = sharedPlace();

test("LAY01 LAY02 LAY03 LAY11 a super admin's header has logo, both areas and the email", async ({
  page,
}) => {
  await openAs(page, "super@example.com");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Shardwatch" }).locator("svg")).toBeVisible();
  await expect(header.getByText("super@example.com")).toBeVisible();
  await header.getByRole("link", { name: "Admin" }).click();
  await expect(page).toHaveURL(`${webUrl}/admin`);
  await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  await header.getByRole("link", { name: "Deployments" }).click();
  await expect(page).toHaveURL(`${webUrl}/deployments`);
});

test(
  "LAY02 a member has no link to the admin area, and its address leads to the deployments",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", "/admin");
    await expect(page).toHaveURL(`${webUrl}/deployments`);
    // Help is last, and is not of this test.
    const links = page.getByRole("banner").getByRole("link").filter({ hasNotText: "Contact support" });
    await expect(links).toHaveText([
      "Shardwatch",
      "Overview",
      "Deployments",
      "Databases",
      /^Incidents/,
      "Changes",
      "Sources",
    ]);
  },
);

test("NAV19 NAV21 AMD10 after a session every protected address leads to the session-ended page", async ({
  page,
}) => {
  await hadSession(page);
  for (const path of ["/deployments", "/deployments/dep_1", "/admin"]) {
    await page.goto(`${webUrl}${path}`);
    await expect(page).toHaveURL(`${webUrl}/logout?returnTo=${encodeURIComponent(path)}`);
    await expect(page.getByRole("heading", { name: "Session ended" })).toBeVisible();
  }
});

test(
  "AMD10 NAV28 who has never been signed in here comes from a protected address to the sign-in, and back; the session-ended page says what is true",
  { tag: "@all" },
  async ({ page, context }) => {
    await page.goto(`${webUrl}/logout`);
    await expect(page.getByRole("heading", { level: 1, name: "You're not signed in" })).toBeVisible();
    await page.goto(`${webUrl}/deployments?search=orders`);
    await expect(page).toHaveURL(`${webUrl}/?returnTo=${encodeURIComponent("/deployments?search=orders")}`);
    await page.getByLabel("Email").fill("viewer@example.com");
    await page.getByLabel("Password").fill(demoPassword);
    await page.getByLabel("Password").press("Enter");
    await expect(page).toHaveURL(`${webUrl}/deployments?search=orders`);

    const tab = await context.newPage();
    const heading = tab.getByRole("heading", { level: 1 });
    for (const opening of ["a tab that knows nobody yet", "one that does"])
      await test.step(opening, async () => {
        await tab.goto(`${webUrl}/logout?returnTo=%2Fprofile%2Fpersonal`);
        await expect(heading).toHaveText("You're signed in");
        await expect(tab.getByRole("main")).toContainText("viewer@example.com is still active");
      });
    await tab.getByRole("link", { name: "Continue" }).click();
    await expect(tab).toHaveURL(`${webUrl}/profile/personal`);
    await tab.goBack();
    await tab.getByRole("button", { name: "Sign out" }).click();
    await expect(heading).toHaveText("Session ended");
    await tab.goto(`${webUrl}/deployments`);
    await expect(tab).toHaveURL(`${webUrl}/logout?returnTo=%2Fdeployments`);
  },
);

test("NAV18 NAV24 NAV25 NAV27 AMD10 every address opens directly, has its title, and the layout stands where a session is needed", async ({
  page,
}) => {
  const opens = async (path: string, title: string, header: boolean) => {
    await page.goto(`${webUrl}${path}`);
    await expect(page).toHaveTitle(`${title} - Shardwatch`);
    await expect(page.getByRole("banner")).toHaveCount(header ? 1 : 0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  };
  await hadSession(page);
  await opens("/", "Sign in", false);
  await opens("/logout", "Session ended", false);
  await opens("/no/such/page", "Page not found", false);
  await openAs(page, "super@example.com", "/deployments");
  await expect(page.getByRole("banner")).toBeVisible();
  await opens("/admin", "Admin", true);
  await opens("/no/such/page", "Page not found", true);
  await opens("/logout", "You're signed in", false);
  await opens("/databases", "Databases", true);
  await opens("/deployments", "Deployments", true);
  await page.getByRole("row").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  const heading = page.getByRole("heading", { level: 1 });
  // The address changes before the page does.
  await expect(heading).not.toHaveText("Deployments");
  const name = await heading.textContent();
  await expect(page).toHaveTitle(`${name} - Shardwatch`);
  await page.reload();
  await expect(page).toHaveTitle(`${name} - Shardwatch`);
  await expect(page.getByRole("heading", { level: 1, name: name ?? "" })).toBeVisible();
});

test("LAY18 LAY19 a page that cannot be rendered says so, and another page still works", async ({ page }) => {
  // Like a browser that does not support a feature of the list's code.
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, "toSorted"));
  await openAs(page, "super@example.com");
  await expect(page.getByRole("alert")).toContainText(
    "Unexpected Error: There has been an error and we are investigating. Please try again later.",
  );
  await expect(page).toHaveTitle("Unexpected Error - Shardwatch");
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Retry" }).click();
  await reloaded;
  await expect(page.getByRole("alert")).toContainText("Unexpected Error");
  await page.getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("LAY21 in a small window everything in the header can be reached, and a drawer has the links", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openAs(page, "super@example.com");
  await expect(page.getByRole("listitem").first()).toBeVisible();
  const header = page.getByRole("banner");
  const opener = header.getByRole("button", { name: "Navigation" });
  const drawer = page.getByRole("dialog", { name: "Navigation" });
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(header.getByRole("link", { name: "Shardwatch" })).toBeInViewport({ ratio: 1 });
    await expect(header.getByText("Shardwatch Operations")).toBeInViewport();
    for (const button of await header.getByRole("button").all()) {
      await expect(button).toBeInViewport({ ratio: 1 });
      const { width: across = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(
        Math.min(across, height),
        (await button.getAttribute("aria-label")) ?? "",
      ).toBeGreaterThanOrEqual(44);
    }
    expect(await scrollsSideways(page)).toBe(false);
    await header.getByRole("button", { name: "Account menu" }).click();
    await expect(page.getByText("super@example.com").last()).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
    expect(await scrollsSideways(page)).toBe(false);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menuitem")).toHaveCount(0);
    await opener.press("Enter");
    for (const name of ["Deployments", "Databases", "Changes", "Sources", "Admin"]) {
      await expect(drawer.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
      expect((await drawer.getByRole("link", { name }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expect(drawer).toContainText("Shardwatch Operations");
    for (let steps = 0; steps < 8; steps += 1) {
      await page.keyboard.press("Tab");
      // Between the last and the first element are the browser's own controls.
      const inside = "document.activeElement === document.body || !!document.activeElement.closest('dialog')";
      expect(await page.evaluate(inside)).toBe(true);
    }
    await drawer.getByRole("link", { name: "Admin" }).focus();
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await opener.click();
  await expectAccessible(page, "drawer");
  await drawer.getByRole("link", { name: "Sources" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Integrations" })).toBeFocused();
  await expect(drawer).toHaveCount(0);
  // From here on the rail has the links.
  await opener.click();
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 768, height: 640 });
  await expect(drawer).toHaveCount(0);
  await expect(opener).toHaveCount(0);
  for (const name of ["Shardwatch", "Deployments", "Databases", "Changes", "Sources", "Admin"])
    await expect(header.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
});

test(
  "LGN26 LAY20 a button that is pressed keeps the focus: of a failed sign-in, of a refresh, and at the last page",
  { tag: "@all" },
  async ({ page }) => {
    await page.goto(webUrl);
    await page.getByLabel("Email").fill("viewer@example.com");
    await page.getByLabel("Password").fill("wrong");
    const signIn = page.getByRole("button", { name: "Sign in", exact: true });
    await signIn.press("Enter");
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await expect(signIn).toBeFocused();
    await openAs(page, "viewer@example.com");
    const last = page.getByRole("button", { name: "Last page" });
    await last.press("Enter");
    await expect(page.getByText("Page 2 of 2")).toBeVisible();
    await expect(last).toBeDisabled();
    await expect(last).toBeFocused();
    const refresh = page.getByRole("button", { name: "Refresh" });
    await refresh.press("Enter");
    await expect(refresh).toBeDisabled();
    await expect(refresh).toBeEnabled();
    await expect(refresh).toBeFocused();
  },
);
