import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { filterLine } from "./filters.ts";
import { demoPassword, openAs, sharedPlace } from "./place.ts";
import { longName } from "./screens.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("keys", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  /** In the page: what lies above the middle of the focused element; empty where the person sees it. */
  const whatCoversFocus = `(() => {
  const focused = document.activeElement;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const [x, y] = [left + Math.min(width / 2, 100), top + height / 2];
  if (focused === document.body) return "nothing has the focus";
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return "the focus is outside of the window";
  const above = document.elementFromPoint(x, y);
  // A checkbox is as large as its cell; a label covers its field.
  return above && (focused.contains(above) || above.contains(focused)) ? "" : "covered by " + above?.outerHTML.slice(0, 120);
})()`;

  /** Expects the focus on an element that the person sees (WCAG 2.4.3, 2.4.7, 2.4.11). */
  async function expectFocus(page: Page, on: Locator): Promise<void> {
    await expect(on).toBeFocused();
    await expect.poll(() => page.evaluate(whatCoversFocus)).toBe("");
  }

  /** Presses a key until something has the focus. At every stop on the way the person sees where the focus is. */
  async function walkTo(page: Page, goal: Locator, key = "Tab"): Promise<void> {
    await expect(goal.first()).toBeVisible();
    const focused = goal.and(page.locator(":focus"));
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press(key);
      await expect.poll(() => page.evaluate(whatCoversFocus)).toBe("");
      if ((await focused.count()) > 0) return;
    }
    throw new Error(`${key} does not reach what the test looks for`);
  }

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
  const rowLink = (page: Page, name: string) =>
    page.getByRole("table").getByRole("link", { name, exact: true });

  /** Opens a page by "g" and a second key. The keys load after the page. */
  async function go(page: Page, key: string, title: string): Promise<void> {
    await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.type(`g${key}`);
    await expectFocus(page, heading(page, title));
  }

  test(
    "the keyboard is enough to sign in, follow a number to its rows, delete one and sign out, and the focus is always seen",
    { tag: "@all" },
    async ({ page }) => {
      // So low that the list scrolls below its header and under the bar of selected rows.
      await page.setViewportSize({ width: 1280, height: 420 });
      await page.goto(product.webUrl);
      await expect(page.getByLabel("Email")).toBeVisible();
      await walkTo(page, page.getByLabel("Email"));
      await page.keyboard.type("admin@example.com");
      await page.keyboard.press("Tab");
      await page.keyboard.type("wrong");
      const signIn = page.getByRole("button", { name: "Sign in", exact: true });
      await walkTo(page, signIn);

      await test.step("a refused sign-in says why once, and the focus stays", async () => {
        await page.keyboard.press("Enter");
        await expect(page.getByRole("alert")).toHaveCount(1);
        await expect(page.getByRole("alert")).toContainText("Invalid email or password");
        await expectFocus(page, signIn);
      });

      await test.step("the list opens with the focus on its heading", async () => {
        await walkTo(page, page.getByLabel("Password"), "Shift+Tab");
        await page.keyboard.press("Control+a");
        await page.keyboard.type(demoPassword);
        await page.keyboard.press("Enter");
        await expectFocus(page, heading(page, "Deployments"));
      });

      await test.step("a number of the overview leads to its rows", async () => {
        await go(page, "o", "Overview");
        await walkTo(page, page.getByRole("main").getByRole("link", { name: /^Silent sources/ }));
        await page.keyboard.press("Enter");
        await expectFocus(page, heading(page, "Deployments"));
        await expect(rowLink(page, "staging-cache")).toBeVisible();
        await expect(rowLink(page, longName)).toHaveCount(0);
      });

      await test.step("a row opens, and its page leads back to the same rows", async () => {
        await walkTo(page, page.locator("[data-row-link]"));
        await walkTo(page, rowLink(page, "staging-cache"), "ArrowDown");
        await page.keyboard.press("Enter");
        await expectFocus(page, heading(page, "staging-cache"));
        await page.reload();
        await expect(heading(page, "staging-cache")).toBeVisible();
        await walkTo(page, page.getByRole("link", { name: "Skip to content" }));
        await page.keyboard.press("Enter");
        await walkTo(page, page.getByRole("link", { name: "Back to Deployments" }));
        await page.keyboard.press("Enter");
        await expectFocus(page, heading(page, "Deployments"));
        await expect(rowLink(page, longName)).toHaveCount(0);
      });

      await test.step("rows are selected by Space, and the bar below them covers no row with the focus", async () => {
        await go(page, "d", "Deployments");
        const rows = page.locator("[data-row-link]");
        await expect(rows).toHaveCount(10);
        await walkTo(page, rows);
        await page.keyboard.press("Space");
        await walkTo(page, rows.last(), "ArrowDown");
        await page.keyboard.press("Space");
        await expect(page.getByText("2 selected")).toBeVisible();
        await expectFocus(page, rows.last());
        await walkTo(page, rows.first(), "ArrowUp");
        // Cells scroll sideways between the columns that stay.
        await walkTo(page, page.getByRole("button", { name: `Actions for ${longName}` }), "ArrowRight");
        await walkTo(page, rows.first(), "ArrowLeft");
        // The first name is cut. Escape would close its tooltip first.
        await walkTo(page, rows.nth(1), "ArrowDown");
        await page.keyboard.press("Escape");
        await expect(page.getByText("2 selected")).toHaveCount(0);
        await expectFocus(page, rows.nth(1));
      });

      await test.step("a row is deleted by its menu, and the focus is on the next one", async () => {
        await page.keyboard.press("/");
        await expectFocus(page, filterLine(page));
        await page.keyboard.type("stag");
        await expect(page.locator("[data-row-link]")).toHaveText(["staging-cache", "staging-cluster"]);
        // The table is one stop of the Tab key.
        await walkTo(page, page.locator("[data-row-link]"));
        await page.keyboard.press("Home");
        await expectFocus(page, rowLink(page, "staging-cache"));
        const menu = page.getByRole("button", { name: "Actions for staging-cache" });
        await walkTo(page, menu, "ArrowRight");
        await page.keyboard.press("Enter");
        await expectFocus(page, page.getByRole("menuitem").first());
        await page.keyboard.press("End");
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog", { name: "Delete deployment" });
        await expectFocus(page, dialog.getByRole("button", { name: "Cancel" }));
        await page.keyboard.press("Escape");
        await expectFocus(page, menu);
        await page.keyboard.press("Enter");
        await expectFocus(page, page.getByRole("menuitem").first());
        await page.keyboard.press("End");
        await page.keyboard.press("Enter");
        await walkTo(page, dialog.getByRole("button", { name: "Delete" }));
        await page.keyboard.press("Enter");
        await expectFocus(page, rowLink(page, "staging-cluster"));
      });

      await test.step("the keys are explained, and the account menu signs out", async () => {
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
        await expect.poll(() => page.evaluate(whatCoversFocus)).toBe("");
        await page.keyboard.press("Escape");
        await expectFocus(page, rowLink(page, "staging-cluster"));
        await walkTo(page, page.getByRole("button", { name: "Account menu" }), "Shift+Tab");
        await page.keyboard.press("Enter");
        await expectFocus(page, page.getByRole("menuitem").first());
        await page.keyboard.press("End");
        await page.keyboard.press("Enter");
        await expectFocus(page, heading(page, "Session ended"));
      });
    },
  );
});

test.describe("palette", () => {
  const { webUrl } = sharedPlace();
  const field = (page: Page) =>
    page.getByRole("combobox", { name: "Search everything, or type > for actions" });
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
  const options = (page: Page) => page.getByRole("option").and(page.locator("dialog *"));
  const chosen = (page: Page) => page.getByRole("option", { selected: true }).and(page.locator("dialog *"));

  async function open(page: Page, keys = "Control+k"): Promise<void> {
    await page.keyboard.press(keys);
    await expect(field(page)).toBeFocused();
  }

  test(
    "the palette opens with Ctrl+K, Cmd+K and its button, and jumps to a deployment by a part of its name",
    { tag: "@all" },
    async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openAs(page, "super@example.com", "/admin");
      await expect(page.getByRole("heading", { level: 1, name: "Admin" })).toBeVisible();
      await open(page);
      await field(page).fill("CACHE ord");
      await expect(options(page)).toHaveText(["orders-cacheAgent"]);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: "orders-cache" })).toBeFocused();
      await expect(page).toHaveURL(/\/deployments\/dep_/);
      await expect(dialog(page)).toHaveCount(0);
      await open(page, "Meta+k");
      await field(page).fill("admin");
      await options(page).first().click();
      await expect(page).toHaveURL(`${webUrl}/admin`);
      await page.getByRole("banner").getByRole("button", { name: "Go to…" }).click();
      await expect(field(page)).toBeFocused();
    },
  );

  test(
    "LAY20 the arrows move the choice around, Escape closes the palette and gives the focus back",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "super@example.com");
      const link = page.getByRole("link", { name: "Campaigns 2024" });
      await expect(link).toBeVisible();
      // The palette has the buttons that can be pressed when it opens.
      await expect(page.getByRole("button", { name: "Export CSV" })).toBeEnabled();
      await link.focus();
      await open(page);
      await expect(chosen(page)).toHaveText("Refresh");
      for (const [key, name] of [
        ["ArrowDown", "Export CSV"],
        ["ArrowUp", "Refresh"],
        ["ArrowUp", "Sign out"],
        ["ArrowDown", "Refresh"],
      ] as const) {
        await page.keyboard.press(key);
        await expect(chosen(page)).toHaveText(name);
        await expect(field(page)).toHaveAttribute(
          "aria-activedescendant",
          (await chosen(page).getAttribute("id")) ?? "",
        );
      }
      await expectAccessible(page, "palette");
      await field(page).fill("> sign out");
      await expect(dialog(page).getByRole("status")).toHaveText("1 result");
      await field(page).fill("no such thing");
      await expect(dialog(page).getByRole("status")).toHaveText("No results");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      const inside = "document.activeElement === document.body || !!document.activeElement.closest('dialog')";
      expect(await page.evaluate(inside)).toBe(true);
      await field(page).focus();
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toHaveCount(0);
      await expect(link).toBeFocused();
    },
  );

  test(
    "the palette offers a member no admin area, changes the theme and signs out",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "viewer@example.com");
      await expect(page.getByRole("link", { name: "orders-cache" })).toBeVisible();
      await open(page);
      const pages = page.getByRole("group", { name: "Pages" }).getByRole("option");
      await expect(pages.first()).toHaveText("Overview");
      await expect(pages.filter({ hasText: "Admin" })).toHaveCount(0);
      await field(page).fill("dark");
      await page.keyboard.press("Enter");
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await open(page);
      await field(page).fill("sign out");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`${webUrl}/logout`);
    },
  );
});

test.describe("rail", () => {
  const { webUrl } = sharedPlace();

  test(
    "AMD09 the organization is named in the rail and beside the list's subtitle; the admin area is a context with a way back",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "viewer@example.com");
      const rail = page.getByRole("navigation", { name: "Main" }).getByRole("link");
      await expect(page.getByRole("banner").getByText("Acme Data", { exact: true })).toBeVisible();
      await expect(page.getByText("A list of all deployments in your account · Acme Data")).toBeVisible();
      await page.evaluate("sessionStorage.clear()");
      await openAs(page, "super@example.com", "/admin");
      await expect(rail).toHaveText(["Admin", "Accounts", "Organizations", "Back to appDeployments"]);
      await expect(page.getByRole("banner").getByText("Admin area")).toBeVisible();
      await expectAccessible(page, "admin area");
      await rail.filter({ hasText: "Accounts" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeFocused();
      await expect(rail.and(page.locator("[aria-current=page]"))).toHaveText(["Accounts"]);
      await rail.last().click();
      await expect(page).toHaveURL(`${webUrl}/deployments`);
      await expect(rail.last()).toHaveText("Admin");
      await expect(page.getByText("Admin area")).toHaveCount(0);
    },
  );

  test(
    "g and a second key open the pages, ? shows all keys, and the setting switches them off",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "viewer@example.com");
      const heading = page.getByRole("heading", { level: 1 });
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      const opener = page.getByRole("button", { name: "Keyboard shortcuts" });
      await expect(opener).toBeVisible();
      for (const [key, title] of [
        ["b", "Databases"],
        ["s", "Sources"],
        ["t", "Profile Settings"],
        ["d", "Deployments"],
      ] as const) {
        await page.keyboard.press("g");
        await page.keyboard.press(key);
        await expect(heading).toHaveText(title);
        await expect(heading).toBeFocused();
      }
      // A viewer has no admin area, and a key that leads nowhere ends the sequence.
      await page.keyboard.type("gab");
      await filterLine(page).fill("");
      await page.keyboard.type("gb");
      await expect(filterLine(page)).toHaveValue("gb");
      await expect(heading).toHaveText("Deployments");
      await heading.focus();
      await page.keyboard.press("?");
      await expect(dialog).toContainText("Go to Databases");
      await expectAccessible(page, "shortcuts");
      await dialog.getByLabel("Use single-key shortcuts").uncheck();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await page.keyboard.type("?gb");
      await opener.click();
      await expect(heading).toHaveText("Deployments");
      await expect(dialog.getByLabel("Use single-key shortcuts")).not.toBeChecked();
      await page.keyboard.press("Escape");
      await expect(opener).toBeFocused();
    },
  );

  test(
    "a part of the frame that cannot be loaded leaves the page as it is",
    { tag: "@all" },
    async ({ page }) => {
      await page.route(/\/assets\/(ShortcutKeys|NavigationDrawer)-/, (route) => route.abort());
      await openAs(page, "viewer@example.com", "/profile/personal");
      const heading = page.getByRole("heading", { level: 1 });
      const failed = page.waitForEvent("console", (message) => message.text().includes("is missing"));
      await expect(heading).toBeVisible();
      const name = await heading.textContent();
      await failed;
      await expect(heading).toHaveText(name ?? "");
      await page.setViewportSize({ width: 390, height: 800 });
      await page.getByRole("button", { name: "Navigation" }).click();
      await expect(page.getByText("Failed to load the navigation")).toBeVisible();
      await expect(heading).toHaveText(name ?? "");
    },
  );
});
