import { expect, test } from "@playwright/test";
import { openAs, sharedPlace, typefacesInUse } from "./place.ts";

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
