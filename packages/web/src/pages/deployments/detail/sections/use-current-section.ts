import { type RefObject, useEffect, useState } from "react";
import { currentSection, type SectionId } from "./sections.ts";

/** The thickness of the line below the bar, in pixels. */
const thickness = 24;
/** So many pixels before its end a page counts as at its end. Below the last part there is a margin. */
const nearEnd = 40;

/** Where the parts are now, and which of them is read. */
function currentOf(ids: readonly SectionId[], begin: number): SectionId | undefined {
  const placed = ids.flatMap((id) => {
    const place = document.getElementById(id)?.getBoundingClientRect();
    return place ? [{ id, top: place.top }] : [];
  });
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - nearEnd;
  return currentSection(placed, { begin, end: clientHeight, isAtEnd, target: location.hash.slice(1) });
}

/**
 * The part of the page that a person reads. It is looked for when a part comes to the line below the bar or leaves it, and
 * when one comes into the window. It is looked for, too, when the page becomes longer or shorter.
 * @param bar the links, below which the page is seen
 * @param ids of the parts in the order of the page
 * @param isLoaded whether the parts are there
 */
export function useCurrentSection(
  bar: RefObject<HTMLElement | null>,
  ids: readonly SectionId[],
  isLoaded: boolean,
): SectionId | undefined {
  const [current, setCurrent] = useState<SectionId | undefined>(ids[0]);
  const known = ids.join(" ");
  useEffect(() => {
    if (!isLoaded) return;
    const all = known.split(" ") as SectionId[];
    const parts = all.flatMap((id) => document.getElementById(id) ?? []);
    if (!bar.current || parts.length === 0) return;
    // The bar is where it sticks, or further down.
    const begin = Number.parseFloat(getComputedStyle(bar.current).top) + bar.current.offsetHeight;
    const update = () => setCurrent(currentOf(all, begin));
    const watch = () => {
      const line = { rootMargin: `-${begin}px 0px ${begin + thickness - window.innerHeight}px 0px` };
      return [line, { threshold: [0, 1] }].map((options) => {
        const observer = new IntersectionObserver(update, options);
        for (const part of parts) observer.observe(part);
        return observer;
      });
    };
    let watching = watch();
    const stop = () => {
      for (const observer of watching) observer.disconnect();
    };
    const resized = () => {
      stop();
      watching = watch();
    };
    window.addEventListener("resize", resized);
    // What loads late may leave the page at its end, without a part that comes to the line.
    const grown = new ResizeObserver(update);
    grown.observe(document.body);
    return () => {
      stop();
      grown.disconnect();
      window.removeEventListener("resize", resized);
    };
  }, [bar, known, isLoaded]);
  return current;
}
