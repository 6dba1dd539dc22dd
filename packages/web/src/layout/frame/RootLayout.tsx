import { LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches } from "react-router-dom";

/** The handle of a route whose children are tabs. Tabs have their own addresses and are one page. */
export const tabbed = "tabbed";

/**
 * Moves the focus to the heading of every new page, so that reading starts there. Switching tabs leaves it.
 */
function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const page = useMatches().find(({ handle }) => handle === tabbed)?.pathname ?? pathname;
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    document.querySelector("h1")?.focus({ preventScroll: true });
  }, [page]);
}

/** The layout of all pages, public or not. */
export function RootLayout() {
  useHeadingFocus();
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-md bg-raised px-3 py-2 font-medium shadow-popup focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** Shown while the first page loads. It is invisible for the first moment. */
export function Booting() {
  return (
    <div role="status" className="grid min-h-dvh animate-appear place-items-center text-faint">
      <LoaderCircle aria-hidden className="size-6 motion-safe:animate-spin" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
