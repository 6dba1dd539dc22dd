import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

// Everything is in a landmark, so that a screen reader can jump to it. WCAG alone does not ask for it.
const landmarks = { region: { enabled: true } };

// One main, one h1, landmarks with names, and controls of 24 pixels or as far apart. axe leaves the size out by itself.
const goodPractice = { tags: [...wcag, "best-practice"], rules: { "target-size": { enabled: true } } };

const soft = expect.configure({ soft: true });

interface Violation {
  id: string;
  nodes: { html: string }[];
}

interface Extent {
  /** A selector of the part of the page that is checked. */
  within?: string;
  /** Checks the rules of good practice, too. */
  thorough?: boolean;
}

/**
 * Fails with the rule and the elements that violate it, in the light and in the dark theme. In the dark theme
 * only colours are checked. Frames are left out: their content belongs to another site. Where a dialog covers
 * half a word, axe takes the wrong background: then only the dialog is checked.
 */
export async function expectAccessible(
  page: Page,
  name: string,
  extent: string | Extent = {},
): Promise<void> {
  const { within = "html", thorough = false } = typeof extent === "string" ? { within: extent } : extent;
  const { tags, rules } = thorough ? goodPractice : { tags: wcag, rules: landmarks };
  await show(page, "light");
  if (!(await page.evaluate<boolean>("'axe' in window")))
    // The mode for pages without frames: the other one opens a page for every result.
    await new AxeBuilder({ page }).setLegacyMode().include("title").analyze();
  // What moves or loads may cover a control for a moment. What stays is found again.
  await soft.poll(() => violations(page, within, tags, rules), `${name}, light`).toEqual([]);
  await show(page, "dark");
  await soft.poll(() => violations(page, within, ["color-contrast"]), `${name}, dark`).toEqual([]);
}

/** The page contains axe: adding half a megabyte again costs as much as checking the colours. */
async function violations(
  page: Page,
  within: string,
  only: readonly string[],
  rules = {},
): Promise<string[]> {
  const where = JSON.stringify({ include: [[within]], exclude: [["iframe"]] });
  const how = JSON.stringify({ runOnly: only, resultTypes: ["violations"], rules });
  const found = await page.evaluate<Violation[]>(
    `axe.run(${where}, ${how}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}

/** Changes the theme without a transition: a colour in transition has the contrast of neither theme. */
async function show(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))");
}
