import type { Locator, Page } from "@playwright/test";

/** The button of a facet above the rows, with or without chosen values. */
export const facet = (page: Page, name: string) =>
  page
    .getByRole("toolbar", { name: "Filters" })
    .getByRole("button", { name: new RegExp(`^${name}(, \\d+ chosen)?$`) });

/** The search line above the rows, which has the whole filter as text. */
export const filterLine = (page: Page) => page.getByRole("combobox", { name: "Search by name or filter" });

/** Opens a facet above the rows and returns its popover. */
export async function openFacet(page: Page, name: string) {
  await facet(page, name).click();
  return page.getByRole("dialog", { name });
}

/** Turns choices of a facet on or off. */
export async function choose(page: Page, name: string, ...choices: readonly string[]): Promise<void> {
  const popover = await openFacet(page, name);
  for (const choice of choices) await popover.getByRole("checkbox", { name: choice, exact: true }).click();
  await page.keyboard.press("Escape");
}

/** The choices of an open facet with their counts: "Enterprise 2". */
export async function choicesIn(popover: Locator): Promise<string[]> {
  await popover.getByRole("checkbox").first().waitFor();
  const rows = await popover.locator("fieldset > div").allInnerTexts();
  return rows.map((text) => text.trim().replace(/\s+/g, " "));
}
