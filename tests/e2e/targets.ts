import type { Page } from "@playwright/test";

/** In the page: every control that is smaller, with its size. */
const measure = (least: number) => `(() => {
  const small = [];
  for (const control of document.querySelectorAll("a[href], button, input, select, textarea, [role^=menuitem], [role=tab]")) {
    const { display, clipPath } = getComputedStyle(control);
    if (!control.checkVisibility({ visibilityProperty: true }) || clipPath !== "none" || display === "inline") continue;
    const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
    const areas = ["::before", "::after"]
      .map((part) => getComputedStyle(control, part))
      .filter(({ content, position }) => content !== "none" && position === "absolute")
      .map((area) => [parseFloat(area.width), parseFloat(area.height)]);
    const isLarge = [[width, height], ...areas].some((sides) => Math.min(...sides) > ${least} - 0.5);
    const name = control.getAttribute("aria-label") ?? control.textContent.trim();
    if (!isLarge) small.push(name + ": " + Math.round(width) + " x " + Math.round(height));
  }
  return small;
})()`;

/**
 * The controls that are less wide or less high, in pixels. An invisible area that a pseudo-element adds to a
 * control counts, and so does the label around a checkbox. Links within a sentence and what is shown only with
 * the focus are left out.
 */
export const smallTargets = (page: Page, least: number) => page.evaluate<string[]>(measure(least));
