/** What is left of the next tab, in pixels: it says that there is more. */
const next = 24;

/**
 * Shows the current tab of a strip, or another part of what scrolls sideways. What its scroll padding says is covered.
 * The browser's own function would also move the page.
 */
export function revealCurrent(strip: HTMLElement, part = "[aria-current]"): void {
  const current = strip.querySelector(part)?.getBoundingClientRect();
  if (!current) return;
  const { left, right } = strip.getBoundingClientRect();
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(strip);
  const [start, end] = [scrollPaddingLeft, scrollPaddingRight].map((padding) => parseFloat(padding) || next);
  strip.scrollLeft +=
    Math.max(0, current.right + (end ?? next) - right) + Math.min(0, current.left - (start ?? next) - left);
}
