import { useEffect, useRef } from "react";

/**
 * A dialog returns the focus to the button that opened it. If that button is gone, the page's heading takes
 * the focus.
 * @param subject the object of the open dialog; undefined while none is open
 */
export function useFocusAfterDialog(subject: unknown): void {
  const before = useRef(subject);
  useEffect(() => {
    const closed = before.current !== undefined && subject === undefined;
    before.current = subject;
    if (closed && document.activeElement === document.body) document.querySelector("h1")?.focus();
  }, [subject]);
}
