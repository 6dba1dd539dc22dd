import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router-dom";

/** Moves the focus to the new page's heading when the path changes, so that reading starts there. */
function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.querySelector("h1")?.focus({ preventScroll: true });
  }, [pathname]);
}

/** What all pages share, public or not. */
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
