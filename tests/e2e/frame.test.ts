import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { demoPassword, hadSession, openAs, scrollsSideways, sharedPlace, typefacesInUse } from "./place.ts";
import { editButton, field, said } from "./profile.ts";

test.describe("layout", () => {
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
        "Outlook",
        "Changes",
        "Sources",
        "Settings",
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

  test("LAY18 LAY19 a page that cannot be rendered says so, and another page still works", async ({
    page,
  }) => {
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
    await page.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Profile Settings" })).toBeVisible();
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
      await expect(header.getByText("All Organizations")).toBeInViewport();
      for (const button of await header.getByRole("button").all()) {
        await expect(button).toBeInViewport({ ratio: 1 });
        const { width: across = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect(
          Math.min(across, height),
          (await button.getAttribute("aria-label")) ?? "",
        ).toBeGreaterThanOrEqual(44);
      }
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      await header.getByRole("button", { name: "Account menu" }).click();
      await expect(page.getByText("super@example.com").last()).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menuitem")).toHaveCount(0);
      await opener.press("Enter");
      for (const name of ["Deployments", "Databases", "Changes", "Sources", "Admin"]) {
        // The drawer scrolls where it is lower than its entries.
        await drawer.getByRole("link", { name }).scrollIntoViewIfNeeded();
        await expect(drawer.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
        expect((await drawer.getByRole("link", { name }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await expect(drawer).toContainText("All Organizations");
      for (let steps = 0; steps < 8; steps += 1) {
        await page.keyboard.press("Tab");
        // Between the last and the first element are the browser's own controls.
        const inside =
          "document.activeElement === document.body || !!document.activeElement.closest('dialog')";
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
    await expect(page.getByRole("heading", { level: 1, name: "Sources" })).toBeFocused();
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
});

test.describe("typefaces", () => {
  const { webUrl } = sharedPlace();

  /** The fonts that the browser has drawn the text of an element with. "own" is one that the page brought. */
  async function fontsOf(page: Page, selector: string): Promise<string[]> {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("DOM.enable");
    await devTools.send("CSS.enable");
    const { root } = await devTools.send("DOM.getDocument");
    const { nodeId } = await devTools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    const { fonts } = await devTools.send("CSS.getPlatformFontsForNode", { nodeId });
    await devTools.detach();
    return fonts.map(
      ({ familyName, isCustomFont }) => `${familyName}, ${isCustomFont ? "own" : "of the system"}`,
    );
  }

  test(
    "SEC16 pages are set in their own typefaces, and every font comes from their own origin",
    { tag: "@all" },
    async ({ page }) => {
      const files: { file: string; cached: string | undefined }[] = [];
      page.on("response", (answer) => {
        if (answer.request().resourceType() !== "font") return;
        expect(new URL(answer.url()).origin).toBe(webUrl);
        const [file = ""] = /[a-z-]+(?=-.{8}\.woff2$)/.exec(answer.url()) ?? [];
        files.push({ file, cached: answer.headers()["cache-control"] });
      });
      const cached = "public, max-age=31536000, immutable";
      await page.goto(webUrl);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect.poll(() => fontsOf(page, "h1")).toEqual(["Inter, own"]);
      expect(files).toEqual([{ file: "inter-latin", cached }]);

      await openAs(page, "admin@example.com", "/integrations/agent-keys");
      const key = page.getByRole("table").getByTitle(/^sw_/).first();
      await expect(key).toBeVisible();
      await expect.poll(() => fontsOf(page, '[title^="sw_"]')).toEqual(["JetBrains Mono, own"]);
      expect(files).toContainEqual({ file: "jetbrains-mono-latin", cached });
    },
  );
});

test.describe("help", () => {
  const { webUrl } = sharedPlace();

  test(
    "help has one place on all pages: in the header and the rail's foot, in the drawer on a phone, and at the foot of public pages",
    { tag: "@all" },
    async ({ page }) => {
      for (const path of ["/", "/signup", "/logout", "/no/such/page"]) {
        await page.goto(`${webUrl}${path}`);
        await expect(page.getByRole("main").getByRole("link").last()).toHaveText("Contact support");
      }
      await page.setViewportSize({ width: 1024, height: 640 });
      await openAs(page, "super@example.com");
      const seen: unknown[] = [];
      for (const path of [
        "/deployments",
        "/overview",
        "/integrations/aws",
        "/profile/personal",
        "/admin",
        "/no",
      ]) {
        await page.goto(`${webUrl}${path}`);
        await typefacesInUse(page);
        const support = page.getByRole("banner").getByRole("link", { name: "Contact support" });
        await expect(support).toBeInViewport({ ratio: 1 });
        const others = ["Keyboard shortcuts", "Feedback"].map((name) =>
          page.getByRole("banner").getByRole("button", { name }).boundingBox(),
        );
        seen.push([await support.boundingBox(), ...(await Promise.all(others))]);
      }
      for (const each of seen) expect(each).toEqual(seen[0]);

      // The controls of a page stay where those of the one before were, also in a large window.
      await page.setViewportSize({ width: 1920, height: 900 });
      const widths = new Set<number | undefined>();
      for (const path of ["/deployments", "/overview", "/profile/personal", "/admin"]) {
        await page.goto(`${webUrl}${path}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        widths.add((await page.getByRole("main").boundingBox())?.width);
      }
      expect(widths).toEqual(new Set([1_680]));

      // A large window at 200 percent has the drawer, and a keyboard.
      await page.setViewportSize({ width: 640, height: 400 });
      for (const path of ["/deployments", "/admin"]) {
        await page.goto(`${webUrl}${path}`);
        await page.getByRole("button", { name: "Navigation" }).click();
        const drawer = page.getByRole("dialog", { name: "Navigation" });
        await expect(drawer.getByRole("link").last()).toHaveText("Contact support");
        const opener = drawer.getByRole("button", { name: "Keyboard shortcuts" });
        await opener.press("Enter");
        const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
        await expect(keys).toContainText("Go to Databases");
        await page.keyboard.press("Escape");
        await expect(keys).toHaveCount(0);
        await expect(opener).toBeFocused();
      }
    },
  );
});

test.describe("toasts", () => {
  const text = "Organization updated";
  const toast = (page: Page) => said(page, text);
  const dismiss = (page: Page) => toast(page).getByRole("button", { name: "Dismiss" });

  /** Saves the organization of a new person while the clock is stopped. */
  async function save(page: Page, name: string): Promise<void> {
    await editButton(page).click();
    await field(page, "Name").fill(name);
    await page.keyboard.press("Enter");
    await expect(toast(page)).toBeVisible();
  }

  test("LAY22 LIM10 a success is announced politely and vanishes after three seconds, but not while it is pointed at or has the focus; it can be read again under the bell", async ({
    page,
  }) => {
    await page.clock.install();
    await openAs(page, "successful@example.com", "/profile/organization");
    await expect(editButton(page)).toBeVisible();
    // The region exists before its first message: only then is the message read out.
    await expect(page.locator("[aria-live=polite]:empty, [aria-live=polite]:has(ul:empty)")).toHaveCount(1);
    await page.clock.pauseAt(Date.now() + 60_000);
    await save(page, "First");
    await page.clock.runFor(2_900);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast(page)).toHaveCount(0);

    await save(page, "Second");
    await page.clock.runFor(2_000);
    await toast(page).hover();
    await page.clock.runFor(20_000);
    await expect(toast(page)).toBeVisible();
    await dismiss(page).focus();
    await page.mouse.move(1, 1);
    await page.clock.runFor(20_000);
    await expect(toast(page)).toBeVisible();
    await editButton(page).focus();
    await page.clock.runFor(2_900);
    await expect(toast(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast(page)).toHaveCount(0);

    await save(page, "Third");
    await dismiss(page).press("Enter");
    await expect(toast(page)).toHaveCount(0);
    await expect(editButton(page)).toBeFocused();
    await page.clock.resume();
    await page.getByRole("button", { name: /^Notifications/ }).click();
    const recent = page.getByRole("dialog").getByRole("region", { name: "Recent messages" });
    await expect(recent.getByRole("listitem").filter({ hasText: text })).toHaveCount(3);
    await expectAccessible(page, "recent messages");
    await page.keyboard.press("Escape");
    await save(page, "Fourth");
    await toast(page).hover();
    await expectAccessible(page, "success message");
  });
});
