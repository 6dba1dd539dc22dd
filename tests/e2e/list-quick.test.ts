import { expect, test } from "@playwright/test";
import { openAs } from "./place.ts";

test(
  "a key counts from the first picture with rows on, and a change rests on the one just before",
  { tag: "@all" },
  async ({ page }) => {
    await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-row-link]")) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
      window.focused = document.activeElement?.getAttribute("aria-label");
    }).observe(document, { childList: true, subtree: true });
  `);
    await openAs(page, "viewer@example.com");
    await expect.poll(() => page.evaluate("window.focused")).toBe("Search by name");
    const handles = [
      page.getByRole("columnheader", { name: "Name" }).getByRole("button"),
      page.getByRole("button", { name: "Next page" }),
    ];
    const [name, next] = await Promise.all(handles.map((button) => button.elementHandle()));
    await page.evaluate(
      ([first, second]) => {
        first?.dispatchEvent(new Event("click", { bubbles: true }));
        second?.dispatchEvent(new Event("click", { bubbles: true }));
      },
      [name, next],
    );
    await expect(page).toHaveURL(/\/deployments\?order=desc&page=2$/);
  },
);
