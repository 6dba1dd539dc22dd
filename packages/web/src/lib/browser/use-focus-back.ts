import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to an element after a form or dialog above the rows has closed. The element that had it
 * before may be gone.
 */
export function useFocusBack(target: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && !document.activeElement?.matches("button")) target.current?.focus();
    wasOpen.current = isOpen;
  }, [target, isOpen]);
}
