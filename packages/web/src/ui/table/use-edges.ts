import { useEffect, useRef } from "react";

/** A scroll of less than a pixel hides nothing. */
const least = 1;

/**
 * Marks an element that scrolls sideways with what it hides: `data-before` and `data-after`. The attributes change without
 * React, so that neither scrolling nor a key press draws a table anew.
 */
export function useEdges() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = ref.current;
    if (!frame) return undefined;
    const mark = () => {
      const after = frame.scrollWidth - frame.clientWidth - frame.scrollLeft;
      frame.toggleAttribute("data-before", frame.scrollLeft >= least);
      frame.toggleAttribute("data-after", after >= least);
    };
    const observer = new ResizeObserver(mark);
    for (const element of [frame, ...frame.querySelectorAll("table")]) observer.observe(element);
    frame.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener("scroll", mark);
    };
  }, []);
  return ref;
}
