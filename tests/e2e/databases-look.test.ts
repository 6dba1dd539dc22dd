import { expect, type Locator, type Page, test } from "@playwright/test";
import { openAs } from "./place.ts";

const memoryOf = (page: Page, name: string) => page.getByRole("meter", { name: `Memory of ${name}` });
/** The used part of a bar. */
const used = (bar: Locator) => bar.locator("span").first();
/** In the light theme. */
const grey = "oklch(0.52 0.016 225)";

test(
  "DBS01 old figures of a silent source are grey, and a database is as full in its deployment as in the list",
  { tag: "@all" },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 768, height: 1024 });
    await openAs(page, "viewer@example.com", "/databases?pageSize=50");
    const live = memoryOf(page, "basket");
    await expect(used(memoryOf(page, "campaigns"))).toHaveCSS("background-color", grey);
    await expect(used(live)).not.toHaveCSS("background-color", grey);
    const { x = 0, width = 0 } = (await live.boundingBox()) ?? {};
    const frame = await page.getByRole("table").locator("..").boundingBox();
    expect(x + width, "the whole bar is in a window of 768 pixels").toBeLessThan(
      (frame?.x ?? 0) + (frame?.width ?? 0),
    );

    await page.getByRole("link", { name: "campaigns", exact: true }).click();
    const inDeployment = page.getByRole("meter");
    await expect(inDeployment).toHaveCount(2);
    for (const bar of await inDeployment.all()) await expect(used(bar)).toHaveCSS("background-color", grey);

    await page.getByRole("link", { name: "Back to Databases" }).click();
    await page.getByRole("searchbox").fill("webhooks");
    await expect(page.getByText("Showing 1 of 1 database", { exact: true })).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: "webhooks" });
    await expect(row).toContainText("Nearly full");
    await row.getByRole("link", { name: "webhooks" }).click();
    await expect(page.getByRole("row").filter({ hasText: "webhooks" })).toContainText("Nearly full");
  },
);

test(
  "DBS01 on a phone the button of an empty list is as high as a finger needs",
  { tag: "@all" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, "viewer@example.com", "/databases?search=no-such-database");
    const clear = page.getByRole("button", { name: "Clear filters" });
    await expect(clear).toBeVisible();
    expect((await clear.boundingBox())?.height).toBe(44);
  },
);
