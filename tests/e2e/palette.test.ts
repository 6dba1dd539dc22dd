import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs, sharedPlace } from "./place.ts";

const { webUrl } = sharedPlace();
const field = (page: Page) => page.getByRole("combobox", { name: "Search pages, deployments and actions" });
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
    await expect(options(page)).toHaveText(["orders-cache"]);
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
    const link = page.getByRole("link", { name: "orders-cache" });
    await expect(link).toBeVisible();
    await link.focus();
    await open(page);
    await expect(chosen(page)).toHaveText("Overview");
    for (const [key, name] of [
      ["ArrowDown", "Deployments"],
      ["ArrowUp", "Overview"],
      ["ArrowUp", "Sign out"],
      ["ArrowDown", "Overview"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(chosen(page)).toHaveText(name);
      await expect(field(page)).toHaveAttribute(
        "aria-activedescendant",
        (await chosen(page).getAttribute("id")) ?? "",
      );
    }
    await expectAccessible(page, "palette");
    await field(page).fill("sign out");
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
