import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

/** Without the guards around an open menu, which move the focus themselves. */
const focusable = "a[href], button, input, [tabindex]:not([data-base-ui-focus-guard])";
/** The rows that PageUp and PageDown pass. */
const pageStep = 10;

/** The elements of each row of the table that can take the focus. The headers are the first row. */
function linesOf(table: HTMLElement): HTMLElement[][] {
  return [...table.querySelectorAll("tr")]
    .map((row) => [...row.querySelectorAll<HTMLElement>(focusable)].filter(isShown))
    .filter((line) => line.length > 0);
}

const isShown = (element: HTMLElement) => !element.closest("[role=menu], [role=tooltip]");

const isLink = (element: HTMLElement) => element.hasAttribute("data-row-link");
const isRow = (line: readonly HTMLElement[]) => line.some(isLink);

/** The element that stands for a line: the row's link; of the headers, the first that sorts. */
const headOf = (line: readonly HTMLElement[] | undefined) =>
  line?.find(isLink) ?? line?.find((element) => element.matches("button")) ?? line?.[0];

/**
 * Makes a table one stop of the Tab key. Up and Down walk its rows, Left and Right the controls of a row, Home
 * and End lead to the first and the last row.
 * @param onSpace what Space does on the link of a row, by the place of the row
 */
export function useRowKeys(
  table: RefObject<HTMLElement | null>,
  on: boolean,
  onSpace?: (place: number, shift: boolean) => void,
) {
  const current = useRef<HTMLElement>(undefined);

  useEffect(() => {
    const element = table.current;
    if (!on || !element) return;
    const apply = () => {
      const lines = linesOf(element);
      const stops = lines.flat();
      if (!current.current || !stops.includes(current.current)) current.current = headOf(lines.find(isRow));
      const stop = current.current ?? stops[0];
      for (const one of stops) {
        const index = one === stop ? 0 : -1;
        if (one.tabIndex !== index || !one.hasAttribute("tabindex")) one.tabIndex = index;
      }
    };
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(focusable) || !isShown(target)) return;
      current.current = target;
      apply();
    };
    apply();
    const observer = new MutationObserver(apply);
    // Menus and tooltips load and close on their own, without the table.
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener("focusin", follow);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusin", follow);
    };
  }, [table, on]);

  return function press(event: KeyboardEvent) {
    const { target, key, shiftKey, altKey, ctrlKey, metaKey, defaultPrevented } = event;
    if (!on || !table.current || altKey || ctrlKey || metaKey || defaultPrevented) return;
    if (!(target instanceof HTMLElement) || !isShown(target)) return;
    const lines = linesOf(table.current);
    const row = lines.findIndex((line) => line.includes(target));
    const line = lines[row];
    if (!line) return;
    const at = line.indexOf(target);
    if (key === " " && onSpace && isLink(target)) {
      event.preventDefault();
      onSpace(lines.slice(0, row).filter(isRow).length, shiftKey);
      return;
    }
    const next = step(key, row, lines);
    const goal =
      key === "ArrowRight"
        ? line[at + 1]
        : key === "ArrowLeft"
          ? line[at - 1]
          : inColumn(lines, next, line, at);
    if (!goal) return;
    event.preventDefault();
    goal.focus();
    // The browser takes a cell below the columns that stay as seen.
    goal.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
}

/** The line that a key leads to; undefined for any other key. */
function step(key: string, row: number, lines: readonly HTMLElement[][]): number | undefined {
  const first = lines.findIndex(isRow);
  const last = lines.length - 1;
  const inside = (place: number) => Math.max(0, Math.min(last, place));
  switch (key) {
    case "ArrowDown":
      return inside(row + 1);
    case "ArrowUp":
      return inside(row - 1);
    case "PageDown":
      return inside(row + pageStep);
    case "PageUp":
      return Math.max(first, row - pageStep);
    case "Home":
      return first;
    case "End":
      return last;
    default:
      return undefined;
  }
}

/** From a row's link to the link of another row, from another control to the one at the same place. */
function inColumn(
  lines: readonly HTMLElement[][],
  next: number | undefined,
  line: readonly HTMLElement[],
  at: number,
): HTMLElement | undefined {
  const goal = next === undefined ? undefined : lines[next];
  if (!goal || goal === line) return undefined;
  return line[at] && isLink(line[at]) ? headOf(goal) : (goal[at] ?? headOf(goal));
}
