import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { revealCurrent } from "./reveal-current.ts";

interface TabLinksProps {
  label: string;
  tabs: readonly { path: string; label: string }[];
}

/** Tabs that are pages of their own: links, so that each has an address and Back works. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // The path says which tab is current. On a phone it may be beside the window.
    if (strip.current && pathname !== "") revealCurrent(strip.current);
  }, [pathname]);
  return (
    <nav ref={strip} aria-label={label} className="tab-strip border-b border-line">
      <ul className="flex sm:gap-1">
        {tabs.map((tab) => (
          <li key={tab.path}>
            <NavLink
              to={tab.path}
              className="-mb-px flex h-10 items-center max-md:h-11 border-b-2 border-transparent px-2 font-medium whitespace-nowrap sm:px-3 text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {tab.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
