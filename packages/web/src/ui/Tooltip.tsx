import { type ReactNode, type RefCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { placePopup } from "../lib/place-popup.ts";

/** The props for the element with the tooltip. */
export interface TooltipTrigger {
  ref: RefCallback<HTMLElement>;
  tabIndex: number;
  "aria-describedby": string | undefined;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

const openDelay = 200;
const closeDelay = 150; // long enough to move the pointer onto the tooltip

/**
 * A tooltip as WCAG 1.4.13 requires. It opens on hover and on focus, stays while the pointer is on it, and
 * closes with Escape. The library's tooltip would cost a fifth of the page's budget.
 */
export function Tooltip({
  content,
  when,
  children,
}: {
  content: ReactNode;
  /** Whether it opens now; always, without it. */
  when?: (anchor: HTMLElement) => boolean;
  children: (trigger: TooltipTrigger) => ReactNode;
}) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const popup = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [wish, setWish] = useState({ open: false, delay: 0 });
  const change = (next: boolean, delay: number) => {
    if (!next || !when || (anchor && when(anchor))) setWish({ open: next, delay });
  };

  useEffect(() => {
    const timer = setTimeout(() => setOpen(wish.open), wish.delay);
    return () => clearTimeout(timer);
  }, [wish]);
  useLayoutEffect(() => {
    if (!open) return;
    // Keyboard users may scroll the page while it is open: the tooltip follows.
    const follow = () => {
      if (popup.current && anchor) placePopup(popup.current, anchor.getBoundingClientRect());
    };
    const closeByEscape = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    // Its content may load.
    const sizes = new ResizeObserver(follow);
    if (popup.current) sizes.observe(popup.current);
    follow();
    addEventListener("keydown", closeByEscape);
    addEventListener("scroll", follow, true);
    return () => {
      sizes.disconnect();
      removeEventListener("keydown", closeByEscape);
      removeEventListener("scroll", follow, true);
    };
  }, [open, anchor]);

  return (
    <>
      {children({
        ref: setAnchor,
        tabIndex: 0,
        "aria-describedby": open ? id : undefined,
        onPointerEnter: () => change(true, openDelay),
        onPointerLeave: () => change(false, closeDelay),
        onFocus: () => change(true, 0),
        onBlur: () => change(false, 0),
      })}
      {open && (
        <span
          id={id}
          role="tooltip"
          ref={popup}
          onPointerEnter={() => change(true, 0)}
          onPointerLeave={() => change(false, closeDelay)}
          className="fixed z-50 block w-max max-w-80 rounded-md border border-line bg-raised px-2.5 py-1.5 text-left text-xs font-normal shadow-popup"
        >
          {content}
        </span>
      )}
    </>
  );
}
