import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Fails with the rule, and the elements that break it. In the dark only the colours differ. Frames are left out:
 * what is in them is another site's. Behind a dialog that covers half a word, axe takes the one's colour for the
 * other's background: then only the dialog is looked at.
 */
export async function expectAccessible(page: Page, name: string, within = "html"): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
    const axe = new AxeBuilder({ page }).setLegacyMode().include(within).exclude("iframe");
    const chosen = colorScheme === "light" ? axe.withTags(rules) : axe.withRules(["color-contrast"]);
    const { violations } = await chosen.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
    expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}
