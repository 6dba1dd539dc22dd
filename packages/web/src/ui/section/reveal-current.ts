/** What is left of the next tab, in pixels: it says that there is more. */
const next = 24;

/** Shows the current tab of a strip. It scrolls sideways only. The browser's own function would also move the page. */
export function revealCurrent(strip: HTMLElement): void {
  const tab = strip.querySelector("[aria-current]")?.getBoundingClientRect();
  const { left, right } = strip.getBoundingClientRect();
  if (tab) strip.scrollLeft += Math.max(0, tab.right + next - right) + Math.min(0, tab.left - next - left);
}
