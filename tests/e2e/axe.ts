import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/**
 * Fails with the rule, and the elements that break it, in the light and in the dark, where only the colours differ.
 * Frames are left out: what is in them is another site's. Behind a dialog that covers half a word, axe takes the one's
 * colour for the other's background: then only the dialog is looked at.
 */
export async function expectAccessible(page: Page, name: string, within = "html"): Promise<void> {
  await show(page, "light");
  // The mode for pages without frames: the other opens a page of its own for every result.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await axe.include(within).exclude("iframe").withTags(rules).analyze();
  expect.soft(described(violations), `${name}, light`).toEqual([]);
  await show(page, "dark");
  // Axe is in the page by now: to put half a megabyte of it there again costs as much as to look at the colours.
  const where = JSON.stringify({ include: [[within]], exclude: [["iframe"]] });
  const how = JSON.stringify({ runOnly: ["color-contrast"], resultTypes: ["violations"] });
  const dark = await page.evaluate<Violation[]>(
    `axe.run(${where}, ${how}).then(({ violations }) => violations)`,
  );
  expect.soft(described(dark), `${name}, dark`).toEqual([]);
}

/** Changes the theme at once: a colour on its way from one theme to the other has the contrast of neither. */
async function show(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
}

const described = (violations: Violation[]): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
