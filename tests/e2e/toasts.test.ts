import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { openAs } from "./place.ts";
import { editButton, field, said } from "./profile.ts";

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
