import { type MouseEvent, useState } from "react";

export interface Expanded {
  isOpen: (key: string) => boolean;
  toggle: (key: string) => void;
}

/** Which rows are expanded, by key. */
export function useExpanded(): Expanded {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return { isOpen: (key: string) => open.has(key), toggle };
}

/** Handles a click on a row. Clicks on controls in it, and the end of a text selection, do not count. */
export function isRowClick(event: MouseEvent): boolean {
  const onControl =
    event.target instanceof Element &&
    event.target.closest("a, button, input, select, [tabindex='0'], [role='menu'], [role='tooltip']");
  return !onControl && !event.defaultPrevented && getSelection()?.isCollapsed !== false;
}
