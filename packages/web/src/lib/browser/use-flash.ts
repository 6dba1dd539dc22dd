import { type RefObject, useEffect, useRef } from "react";

/**
 * Lets an element flash once when the value of the same thing changes. It does not flash when it shows another
 * thing, as cells of a list do after sorting, and not for people who want less motion.
 * @returns the ref of the element
 */
export function useFlash(thing: string, value: string): RefObject<HTMLSpanElement | null> {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef({ thing, value });
  useEffect(() => {
    const before = shown.current;
    shown.current = { thing, value };
    if (before.thing !== thing || before.value === value) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    element.current?.animate({ backgroundColor: ["var(--color-selected)", "transparent"] }, 600);
  }, [thing, value]);
  return element;
}
