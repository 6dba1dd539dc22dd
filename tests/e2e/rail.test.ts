import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs, sharedPlace } from "./place.ts";

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
      ["s", "Integrations"],
      ["d", "Deployments"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect(heading).toHaveText(title);
      await expect(heading).toBeFocused();
    }
    // A viewer has no admin area, and a key that leads nowhere ends the sequence.
    await page.keyboard.type("gab");
    await page.getByRole("searchbox").fill("");
    await page.keyboard.type("gb");
    await expect(page.getByRole("searchbox")).toHaveValue("gb");
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
