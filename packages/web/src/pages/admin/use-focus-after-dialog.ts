import { useEffect, useRef } from "react";

/**
 * A dialog gives the focus back to the button that opened it. Where that went with its row, the page's heading takes it.
 * @param subject what the open dialog is about; undefined while there is none
 */
export function useFocusAfterDialog(subject: unknown): void {
  const before = useRef(subject);
  useEffect(() => {
    const closed = before.current !== undefined && subject === undefined;
    before.current = subject;
    if (closed && document.activeElement === document.body) document.querySelector("h1")?.focus();
  }, [subject]);
}
