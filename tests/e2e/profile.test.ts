import { type Browser, expect, type Page, test } from "@playwright/test";
import { organizationKey } from "@shardwatch/core/organization/organization.keys";
import { scopeOf } from "../support/scope.ts";
import { expectAccessible } from "./axe.ts";
import { factOf } from "./deployments.ts";
import { choose, facet } from "./filters.ts";
import { arrive, hadSession, openAs, scrollsSideways } from "./place.ts";
import { changeAccount, editButton, problem, tab } from "./profile.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterEach(async () => {
  product.api.open();
  await product.api.start();
});
test.afterAll(() => product.stop());

test.describe("person", () => {
  const [personal, organization] = ["/profile/personal", "/profile/organization"];
  const none = "You are not currently a member of any organization.";
  const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Profile Settings" });
  const goTo = (page: Page, path: string) => page.goto(`${product.webUrl}${path}`);
  const isAt = (page: Page, path: string) => expect(page).toHaveURL(`${product.webUrl}${path}`);

  test("LAY12 NAV11 NAV12 NAV13 NAV25 NAV27 PRF01 the profile needs a session and opens on its personal tab; tabs have addresses, and Back and Forward go between them", async ({
    page,
  }) => {
    await hadSession(page);
    for (const path of ["/profile", personal, organization]) {
      await goTo(page, path);
      await isAt(page, `/logout?returnTo=${encodeURIComponent(path)}`);
    }
    await openAs(page, "viewer@example.com", "/deployments", product);
    await expect(page.getByRole("heading", { level: 1, name: "Deployments" })).toBeVisible();
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Settings" }).press("Enter");
    await isAt(page, personal);
    await expect(heading(page)).toBeFocused();
    await page.goBack();
    await isAt(page, "/deployments");
    await goTo(page, "/profile");
    await isAt(page, personal);
    await expect(heading(page)).toBeVisible();
    await expect(page).toHaveTitle("Profile Settings - Shardwatch");
    await expect(tab(page, "Personal")).toHaveAttribute("aria-current", "page");
    await tab(page, "Organization").focus();
    await page.keyboard.press("Enter");
    await isAt(page, organization);
    await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
    await expect(heading(page)).toBeVisible();
    await expect(tab(page, "Organization")).toBeFocused();
    await page.goBack();
    await isAt(page, personal);
    await expect(page.getByText("Account Roles")).toBeVisible();
    await page.goForward();
    await isAt(page, organization);
    await page.reload();
    await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
    await page.goBack();
    await page.goBack();
    await isAt(page, "/deployments");
    await goTo(page, "/profile/no-such-tab");
    await isAt(page, personal);
    // The rail lists the pages that the person may open, while one of them is open.
    const rail = page.getByRole("navigation", { name: "Main" });
    await expect(rail.getByRole("list", { name: "Settings" }).getByRole("link")).toHaveText([
      "You",
      "Organization",
      "Members",
      "Programs",
    ]);
    await rail.getByRole("link", { name: "Members" }).click();
    await isAt(page, "/profile/members");
    await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
    await expect(rail.locator("[aria-current=page]")).toHaveText(["Members"]);
    await rail.getByRole("link", { name: "Overview" }).click();
    await expect(rail.getByRole("list")).toHaveCount(0);
  });

  test(
    "NAV26 Back and Forward go through list, filter, deployment and tabs",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "viewer@example.com", "/deployments", product);
      const orders = page.getByRole("link", { name: "orders-cache" });
      const payments = page.getByRole("heading", { level: 1, name: "Payments" });
      await expect(orders).toBeVisible();
      await choose(page, "Deployment Type", "Enterprise");
      await isAt(page, "/deployments?type=ENTERPRISE");
      await expect(orders).toHaveCount(0);
      await page.getByRole("link", { name: "Payments", exact: true }).click();
      await expect(payments).toBeVisible();
      await page.getByRole("button", { name: "Account menu" }).click();
      await page.getByRole("menuitem", { name: "Settings" }).click();
      await isAt(page, personal);
      await tab(page, "Organization").click();
      await isAt(page, organization);

      await page.goBack();
      await isAt(page, personal);
      await page.goBack();
      await expect(payments).toBeVisible();
      await page.goBack();
      await isAt(page, "/deployments?type=ENTERPRISE");
      await expect(facet(page, "Deployment Type")).toHaveAccessibleName("Deployment Type, 1 chosen");
      await expect(page.getByRole("link", { name: "Payments", exact: true })).toBeVisible();
      await expect(orders).toHaveCount(0);
      await page.goBack();
      await isAt(page, "/deployments");
      await expect(orders).toBeVisible();
      for (let steps = 0; steps < 4; steps += 1) await page.goForward();
      await isAt(page, organization);
      await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
    },
  );

  test("PRF03 PRF04 PRF05 PRF06 PRF07 PRF08 PRF09 the personal tab shows name, email and roles as they are now, and where they are managed", async ({
    page,
  }) => {
    await openAs(page, "viewer@example.com", personal, product);
    await expect(factOf(page, "First name")).toHaveText("Yuki");
    await expect(factOf(page, "Last name")).toHaveText("Tanaka");
    await expect(factOf(page, "Email")).toHaveText("viewer@example.com");
    const roles = factOf(page, "Account Roles");
    await expect(roles).toHaveText("Viewer");
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await expect(page.getByText("Your personal details are managed in Redis Cloud")).toBeVisible();
    await expect(page.getByRole("link", { name: /^Redis Cloud/ })).toHaveAttribute(
      "href",
      new RegExp(`^${product.providerUrl}`),
    );
    await expectAccessible(page, "personal tab");
    await changeAccount(page, product, { set: { roles: ["SUPER_ADMIN", "ORG_ADMIN", "VIEWER"] } });
    await page.reload();
    await expect(roles.getByRole("listitem")).toHaveText(["Super Admin", "Org Admin", "Viewer"]);
    const colors = await page.evaluate<string[]>(
      `[...document.querySelectorAll("dd li")].map((badge) => getComputedStyle(badge).backgroundColor)`,
    );
    expect(new Set(colors).size).toBe(3);
    await expectAccessible(page, "all roles");
    await changeAccount(page, product, { set: { roles: [] } });
    await page.reload();
    await expect(roles).toHaveText("No roles assigned");
    await changeAccount(page, product, { set: { roles: ["VIEWER"] } });
  });

  test("SEC10 SES19 SES25 signing out everywhere asks first, keeps a failure in the dialog, and ends the session in every browser", async ({
    page,
    browser,
  }) => {
    const elsewhere = await browser.newPage();
    await openAs(elsewhere, "viewer@example.com", "/deployments", product);
    await expect(elsewhere.getByRole("link", { name: "orders-cache" })).toBeVisible();
    await openAs(page, "viewer@example.com", personal, product);
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign out everywhere" });
    await expect(dialog.getByText("in this browser, in all others and in command lines")).toBeVisible();
    await expectAccessible(page, "signing out everywhere", "dialog");
    await product.api.stop();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await expect(dialog.getByText("Failed to sign out everywhere")).toBeVisible();
    await product.api.start();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await isAt(page, "/logout");
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/logout\?returnTo=/);
    // The provider has ended its session for that browser, too.
    await elsewhere.getByRole("link", { name: "Sign back in" }).click();
    await expect(elsewhere.getByLabel("Password")).toBeVisible();
    await elsewhere.close();
  });

  test("ORG01 ORG02 ORG04 ORG23 ROL21 a viewer sees the organization and its members, and no way to change it", async ({
    page,
  }) => {
    const { table, clock } = product.services;
    await openAs(page, "viewer@example.com", organization, product);
    await expect(factOf(page, "Name")).toHaveText("Acme Data");
    await expect(factOf(page, "Description")).toHaveText("No description");
    await table.update(organizationKey(scopeOf({ organizationId: product.people.organization })), {
      set: { description: "Caches of <b>every</b> shop", seenAt: clock.now() },
    });
    await page.reload();
    await expect(factOf(page, "Description")).toHaveText("Caches of <b>every</b> shop");
    const members = page.getByRole("table", { name: "Members" });
    await expect(members.getByRole("columnheader")).toHaveText(["Name", "Email", "Role"]);
    await expect(members.getByRole("row").nth(1)).toHaveText("Marco Reyesadmin@example.comOrg Admin");
    await expect(members.getByRole("row").nth(2)).toHaveText("Yuki Tanakaviewer@example.comViewer");
    await expect(members.getByRole("row")).toHaveCount(3);
    await expect(editButton(page)).toHaveCount(0);
    await expectAccessible(page, "organization tab");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("listitem").filter({ hasText: "viewer@example.com" })).toBeVisible();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  });

  test("ORG22 somebody without organization is told so, without an error", async ({ page }) => {
    await arrive(page, "on.her.own@example.com", product);
    await changeAccount(page, product, { remove: ["organizationId"] });
    await goTo(page, organization);
    await expect(page.getByText(none)).toBeVisible();
    await expect(page.getByText("Ask an admin to invite on.her.own@example.com.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
    await expectAccessible(page, "no organization");
  });

  test(
    "ERR15 an organization that cannot be loaded is an error, and Retry shows it",
    { tag: "@all" },
    async ({ page }) => {
      const loading = product.api.hold("GET /me/organization");
      await openAs(page, "viewer@example.com", organization, product);
      await loading.arrived;
      await expect(page.locator("table[aria-busy=true]")).toBeVisible();
      await expectAccessible(page, "loading organization");
      await product.api.stop();
      await expect(problem(page, "Failed to load organization")).toBeVisible();
      await expectAccessible(page, "failing organization");
      product.api.open();
      await product.api.start();
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(factOf(page, "Name")).toHaveText("Acme Data");
    },
  );
});

test.describe("accepted invitation", () => {
  const main = (page: Page) => page.getByRole("main");
  const title = (page: Page) => page.getByRole("heading", { level: 1 });
  const success = (inviter: string, invitation?: string) =>
    `/invitation/success?${new URLSearchParams({ inviter, ...(invitation && { invitation }) }).toString()}`;
  const open = (page: Page, address: string) => page.goto(`${product.webUrl}${address}`);
  const post = (page: Page, path: string, data: object = {}) =>
    page.request.post(`${product.apiUrl}${path}`, { headers: { origin: product.webUrl }, data });

  /** Signs a new person in, and lets an admin invite them. Returns the invitation's id. */
  async function invited(page: Page, browser: Browser, email: string, inviter?: string): Promise<string> {
    await openAs(page, email, "/profile/organization", product);
    await expect(page.getByRole("heading", { level: 1, name: "Profile Settings" })).toBeVisible();
    const admin = await browser.newPage();
    await openAs(admin, "admin@example.com", "/profile/organization", product);
    if (inviter !== undefined) await changeAccount(admin, product, { set: { firstName: inviter } });
    const answer = await post(admin, "/invitations", { inviteeEmail: email });
    expect(answer.status()).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    await admin.close();
    return id;
  }

  test("MND12 NAV14 NAV25 NAV27 INV19 INV21 INV22 SEC14 SEC17 an acceptance is shown by the API's answer, to whom it belongs, also in another tab", async ({
    page,
    browser,
  }) => {
    const id = await invited(page, browser, "ivy.hall@example.com");
    const address = success("Marco Reyes", id);
    // It waits for an answer.
    await open(page, address);
    await expect(title(page)).toHaveText("No accepted invitation");
    await expect(page.getByRole("link", { name: "Show your invitations" })).toHaveAttribute(
      "href",
      "/profile/organization",
    );
    await expectAccessible(page, "no accepted invitation");
    expect((await post(page, `/invitations/${id}/accept`)).ok()).toBe(true);
    const second = await page.context().newPage();
    await open(second, address);
    await expect(title(second)).toHaveText("Invitation Accepted!");
    await expect(second).toHaveTitle("Invitation Accepted! - Shardwatch");
    await expect(main(second)).toContainText("You accepted the invitation from Marco Reyes.");
    await expectAccessible(second, "invitation accepted");

    // The name in the address is shown nowhere.
    await second.setViewportSize({ width: 360, height: 740 });
    const hostile = `<img src=x onerror="document.title='taken'"><a href="https://evil.example">click</a>`;
    await open(second, success(hostile, id));
    await expect(main(second)).toContainText("invitation from Marco Reyes.");
    await expect(main(second)).not.toContainText("evil");
    await expect(main(second).locator("img")).toHaveCount(0);
    await expect(main(second).getByRole("link")).toHaveText(["Continue to Deployments"]);
    await expect.poll(() => scrollsSideways(second)).toBe(false);
    await second.getByRole("link", { name: "Continue to Deployments" }).press("Enter");
    await expect(second).toHaveURL(`${product.webUrl}/deployments`);
    await expect(second.getByRole("heading", { level: 1, name: "Deployments" })).toBeFocused();

    // To everybody else it's none.
    const other = await browser.newPage();
    await hadSession(other);
    await open(other, address);
    await expect(other).toHaveURL(`${product.webUrl}/logout?returnTo=${encodeURIComponent(address)}`);
    await openAs(other, "viewer@example.com", address, product);
    await expect(title(other)).toHaveText("No accepted invitation");
    await expect(main(other)).not.toContainText("Marco Reyes");
    await other.close();
  });

  test(
    "MND12 an address, a history entry and an unknown id claim no acceptance",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "viewer@example.com", success("Marco Reyes"), product);
      await expect(title(page)).toHaveText("No accepted invitation");
      const unknown = "inv_00000000000000000000000000";
      await page.evaluate(
        `history.replaceState({ usr: { invitation: "${unknown}" }, key: "default", idx: 0 }, "")`,
      );
      await page.reload();
      await expect(title(page)).toHaveText("No accepted invitation");
      for (const id of [unknown, "../me", "x"]) {
        await open(page, success("Marco Reyes", id));
        await expect(title(page), id).toHaveText("No accepted invitation");
        await expect(main(page), id).not.toContainText("Marco Reyes");
      }
    },
  );

  test(
    "MND12 until the API answers nothing is claimed, and a failure can be retried",
    { tag: "@all" },
    async ({ page, browser }) => {
      const id = await invited(page, browser, "noah.reed@example.com");
      expect((await post(page, `/invitations/${id}/accept`)).ok()).toBe(true);
      // Every call waits or fails, so that none which the page has sent before counts.
      const moves = `**/invitations/${id}/moves`;
      const answer = Promise.withResolvers<void>();
      await page.route(moves, async (route) => {
        await answer.promise;
        await route.continue();
      });
      await open(page, success("Marco Reyes", id));
      await expect(title(page)).toHaveText("Invitation");
      await expect(main(page)).not.toContainText("Marco Reyes");
      answer.resolve();
      await expect(title(page)).toHaveText("Invitation Accepted!");

      await page.unroute(moves);
      await page.route(moves, (route) => route.abort());
      await page.reload();
      await expect(title(page)).toHaveText("Unable to Load Invitation");
      await expectAccessible(page, "invitation that fails to load");
      await page.unroute(moves);
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(title(page)).toHaveText("Invitation Accepted!");
    },
  );

  test(
    "INV22 SEC14 SEC17 whatever the inviter's name holds is text, cut at 100 characters, and leads nowhere",
    { tag: "@all" },
    async ({ page, browser }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      const hostile = `<img src=x onerror="document.title='taken'"><a href="https://evil.example">click</a>`;
      for (const [email, inviter, shown] of [
        ["mia.long@example.com", hostile, hostile],
        ["leo.long@example.com", "🦊".repeat(101), `${"🦊".repeat(100)}...`],
      ] as const) {
        const id = await invited(page, browser, email, inviter);
        expect((await post(page, `/invitations/${id}/accept`)).ok()).toBe(true);
        await open(page, success("Marco Reyes", id));
        await expect(title(page)).toHaveText("Invitation Accepted!");
        await expect(main(page).locator("bdi")).toContainText(shown);
        await expect(main(page).locator("img, a[href*=evil]")).toHaveCount(0);
        await expect(page).toHaveTitle("Invitation Accepted! - Shardwatch");
        await expect.poll(() => scrollsSideways(page)).toBe(false);
      }
    },
  );

  test("INV18 without an inviter there is nothing to tell, and the page leads to the deployments", async ({
    page,
  }) => {
    await openAs(page, "viewer@example.com", "/invitation/success", product);
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    for (const inviter of ["", "  "]) {
      await open(page, success(inviter));
      await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    }
  });
});
