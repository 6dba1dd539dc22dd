import { type RefObject, useEffect, useRef } from "react";

/**
 * Gives the focus to an element when something that was open above the rows has closed: whatever had it before may be
 * gone with the form or with the row.
 */
export function useFocusBack(target: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && !document.activeElement?.matches("button")) target.current?.focus();
    wasOpen.current = isOpen;
  }, [target, isOpen]);
}
