import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

// Everything is in a landmark, so that a screen reader can jump to it. WCAG alone does not ask for it.
const landmarks = { region: { enabled: true } };

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/**
 * Fails with the rule and the elements that violate it, in the light and in the dark theme. In the dark theme
 * only colours are checked. Frames are left out: their content belongs to another site. Where a dialog covers
 * half a word, axe takes the wrong background: then only the dialog is checked.
 */
export async function expectAccessible(page: Page, name: string, within = "html"): Promise<void> {
  await show(page, "light");
  // The mode for pages without frames: the other one opens a page for every result.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], rules: landmarks });
  const { violations } = await axe.include(within).exclude("iframe").withTags(rules).analyze();
  expect.soft(described(violations), `${name}, light`).toEqual([]);
  await show(page, "dark");
  // The page already contains axe: adding half a megabyte again costs as much as checking the colours.
  const where = JSON.stringify({ include: [[within]], exclude: [["iframe"]] });
  const how = JSON.stringify({ runOnly: ["color-contrast"], resultTypes: ["violations"] });
  const dark = await page.evaluate<Violation[]>(
    `axe.run(${where}, ${how}).then(({ violations }) => violations)`,
  );
  expect.soft(described(dark), `${name}, dark`).toEqual([]);
}

/** Changes the theme without a transition: a colour in transition has the contrast of neither theme. */
async function show(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
}

const described = (violations: Violation[]): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
