import type { Entry } from "./entries.ts";

/** Marked by `ui/form/Button.tsx`. Those of a menu or a list of choices do nothing on their own. */
const buttons = "#main [data-button]:not([aria-haspopup])";

/** The text of an element, or what of it is seen. Its parts can be words of their own, such as those for screen readers. */
function textOf(element: Element, onlySeen = false): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode;
    if (!onlySeen || !parentElement?.closest(".sr-only")) texts.push(nodeValue ?? "");
  }
  return texts.join(" ").replaceAll(/\s+/g, " ").trim();
}

const isOff = (button: Element): boolean => button.getAttribute("aria-disabled") === "true";

/** Why a button that is off may not be pressed, as `LimitedButton` says it. */
function reasonOf(button: Element): string | undefined {
  const reason = isOff(button) && document.getElementById(button.getAttribute("aria-describedby") ?? "");
  return reason ? textOf(reason) : undefined;
}

/**
 * The buttons that the page shows, in its order, so that the palette can press them. A list of actions beside them would
 * have to repeat when each of them is there, what it is called, and who may press it. A button that is off without a
 * reason is left out: it is busy, or there is nothing to do.
 */
export const pageActions = (): Entry[] =>
  [...document.querySelectorAll<HTMLElement>(buttons)]
    .filter((button) => button.offsetParent !== null && (!isOff(button) || reasonOf(button) !== undefined))
    .map((button, index) => ({
      id: `button-${index}`,
      label: button.getAttribute("aria-label") ?? textOf(button),
      // A button that is an icon has no text.
      verb: textOf(button, true) || undefined,
      whyNot: reasonOf(button),
      run() {
        // What a button opens gives the focus back to it.
        button.focus();
        button.click();
      },
    }));
