import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Link, NavigationType, useLocation, useNavigationType } from "react-router-dom";
import { sectionsOf } from "./sections.ts";
import { useCurrentSection } from "./use-current-section.ts";

interface SectionLinksProps {
  /** How many databases the deployment has; undefined while that isn't known. */
  databases: number | undefined;
  /** Whether the parts are there. */
  isLoaded: boolean;
}

/** Links to the parts of the page, which stay in view below the header of the application. */
export function SectionLinks({ databases, isLoaded }: SectionLinksProps) {
  const bar = useStickyBar();
  const links = sectionsOf(databases);
  useArrival(isLoaded);
  const current = useCurrentSection(
    bar,
    links.map(({ id }) => id),
    isLoaded,
  );
  const { search } = useLocation();
  return (
    <nav
      ref={bar}
      aria-label="Sections"
      className="sticky z-20 -mx-4 tab-strip border-b border-line px-4 lg:-mx-6 lg:px-6"
    >
      <ul className="flex sm:gap-1">
        {links.map(({ id, label }) => (
          <li key={id}>
            <Link
              ref={id === current ? bringIntoBar : null}
              to={{ search, hash: id }}
              // The router scrolls. The next Tab and a reader of the screen go on from there.
              onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
              aria-current={id === current ? "location" : undefined}
              className={`flex h-10 items-center border-b-2 px-2 font-medium whitespace-nowrap hover:text-ink focus-visible:-outline-offset-2 max-md:h-11 sm:px-3 ${id === current ? "border-accent text-ink" : "border-transparent text-muted"}`}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On a phone the current link may be beside the bar's window. Only the bar moves. */
function bringIntoBar(link: HTMLElement | null): void {
  const bar = link?.closest("nav");
  if (link && bar) bar.scrollTo({ left: link.offsetLeft - bar.clientWidth / 3 });
}

/**
 * A bar below the header, which is higher with a message in it. The page is scrolled as if it began below the header only:
 * the browser would scroll it for a focus in the bar otherwise. What is below has a margin for the bar.
 */
function useStickyBar(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [header, element] = [document.querySelector("header"), bar.current];
    if (!header || !element) return;
    const root = document.documentElement;
    const place = () => {
      const { offsetHeight } = header;
      element.style.top = `${offsetHeight}px`;
      root.style.scrollPaddingTop = `${offsetHeight}px`;
    };
    place();
    const watch = new ResizeObserver(place);
    watch.observe(header);
    return () => {
      watch.disconnect();
      root.style.scrollPaddingTop = "";
    };
  }, []);
  return bar;
}

/**
 * Goes to the part that the address names, once it is there. The router does it where it is there at once. Back restores
 * where the page was. What has unfolded since may leave the part further down then.
 */
function useArrival(isLoaded: boolean): void {
  const { hash } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const hasArrived = useRef(isLoaded);
  useEffect(() => {
    const part = isLoaded ? document.getElementById(hash.slice(1)) : null;
    const top = part?.getBoundingClientRect().top ?? 0;
    const isBelow = isBack && top > 0 && top < window.innerHeight;
    if (!hasArrived.current || isBelow) part?.scrollIntoView();
    hasArrived.current ||= isLoaded;
  }, [isLoaded, isBack, hash]);
}
