import { type ReactNode, type RefCallback, useEffect, useId, useState } from "react";

/** What the element with the tooltip must be given. */
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
const gap = 6;
const edge = 8;

/** Below the anchor, or above it where there is no room, and never beyond the sides of the window. */
function place(popup: HTMLElement, anchor: DOMRect): void {
  const { width, height } = popup.getBoundingClientRect();
  const below = anchor.bottom + gap;
  const top = below + height + edge > innerHeight ? anchor.top - gap - height : below;
  const left = Math.min(
    anchor.left + anchor.width / 2 - width / 2,
    document.documentElement.clientWidth - edge - width,
  );
  popup.style.top = `${Math.max(edge, top)}px`;
  popup.style.left = `${Math.max(edge, left)}px`;
}

/**
 * A tooltip as WCAG 1.4.13 asks for: it opens on hover and on focus, stays while the pointer is on it, and
 * closes with Escape. Written out because the library's costs a fifth of the page's budget.
 */
export function Tooltip({
  content,
  children,
}: {
  content: ReactNode;
  children: (trigger: TooltipTrigger) => ReactNode;
}) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const [wish, setWish] = useState({ open: false, delay: 0 });
  const change = (next: boolean, delay: number) => setWish({ open: next, delay });

  useEffect(() => {
    const timer = setTimeout(() => setOpen(wish.open), wish.delay);
    return () => clearTimeout(timer);
  }, [wish]);
  useEffect(() => {
    if (!open) return;
    const close = () => setOpen(false);
    const closeByEscape = (event: KeyboardEvent) => event.key === "Escape" && close();
    addEventListener("keydown", closeByEscape);
    addEventListener("scroll", close, true);
    return () => {
      removeEventListener("keydown", closeByEscape);
      removeEventListener("scroll", close, true);
    };
  }, [open]);

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
          ref={(popup) => {
            if (popup && anchor) place(popup, anchor.getBoundingClientRect());
          }}
          onPointerEnter={() => change(true, 0)}
          onPointerLeave={() => change(false, closeDelay)}
          className="fixed z-50 block w-max max-w-80 rounded-md border border-line bg-raised px-2.5 py-1.5 text-xs shadow-popup"
        >
          {content}
        </span>
      )}
    </>
  );
}
