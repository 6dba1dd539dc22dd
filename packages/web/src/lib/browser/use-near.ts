import { type RefObject, useEffect, useState } from "react";

/** A part of a page this far below the window is about to be seen. */
const margin = "300px";

/** Whether an element has been in or near the window, or has been reached for. It stays true. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target || isNear) return;
    const reach = () => setNear(true);
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && reach(),
      {
        rootMargin: margin,
      },
    );
    watch.observe(target);
    const ends = new AbortController();
    for (const type of ["pointerenter", "focusin"])
      target.addEventListener(type, reach, { signal: ends.signal });
    return () => {
      watch.disconnect();
      ends.abort();
    };
  }, [element, isNear]);
  return isNear;
}
