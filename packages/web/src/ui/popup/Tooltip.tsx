import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { placePopup } from "../../lib/browser/place-popup.ts";
import { RowKey } from "../table/row-key.ts";

/** The props for the element with the tooltip. */
export interface TooltipTrigger {
  tabIndex: number;
  "aria-describedby": string | undefined;
  onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: () => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: () => void;
}

/** The element that should have an open tooltip soon; undefined closes it. */
interface Wish {
  anchor: HTMLElement | undefined;
  delay: number;
}

const openDelay = 200;
const closeDelay = 150; // long enough to move the pointer onto the tooltip

/**
 * A tooltip as WCAG 1.4.13 requires. It opens on hover and on focus, stays while the pointer is on it, and
 * closes with Escape. The library's tooltip would cost a fifth of the page's budget. A page has dozens of
 * tooltips: a closed one sets no timer and is drawn once. It closes when another row comes to its place.
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
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [wish, setWish] = useState<Wish>();
  const row = useContext(RowKey);
  const [seen, setSeen] = useState(row);
  if (seen !== row) {
    setSeen(row);
    setAnchor(undefined);
  }
  useEffect(() => {
    if (!wish) return;
    const timer = setTimeout(() => setAnchor(wish.anchor), wish.delay);
    return () => clearTimeout(timer);
  }, [wish]);
  const open = (on: HTMLElement, delay: number) => {
    if (!when || when(on)) setWish({ anchor: on, delay });
  };
  const close = (delay: number) => setWish({ anchor: undefined, delay });

  return (
    <>
      {children({
        tabIndex: 0,
        "aria-describedby": anchor && id,
        onPointerEnter: (event) => open(event.currentTarget, openDelay),
        onPointerLeave: () => close(closeDelay),
        onFocus: (event) => open(event.currentTarget, 0),
        onBlur: () => close(0),
      })}
      {anchor && (
        <Popup
          id={id}
          anchor={anchor}
          onEscape={() => setAnchor(undefined)}
          onPointerEnter={() => setWish({ anchor, delay: 0 })}
          onPointerLeave={() => close(closeDelay)}
        >
          {content}
        </Popup>
      )}
    </>
  );
}

function Popup({
  id,
  anchor,
  onEscape,
  onPointerEnter,
  onPointerLeave,
  children,
}: {
  id: string;
  anchor: HTMLElement;
  onEscape: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: ReactNode;
}) {
  const popup = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // Keyboard users may scroll the page while it is open: the tooltip follows.
    const follow = () => {
      if (popup.current) placePopup(popup.current, anchor.getBoundingClientRect());
    };
    // Its content may load.
    const sizes = new ResizeObserver(follow);
    if (popup.current) sizes.observe(popup.current);
    follow();
    addEventListener("scroll", follow, true);
    return () => {
      sizes.disconnect();
      removeEventListener("scroll", follow, true);
    };
  }, [anchor]);
  useLayoutEffect(() => {
    const closeByEscape = (event: KeyboardEvent) => event.key === "Escape" && onEscape();
    addEventListener("keydown", closeByEscape);
    return () => removeEventListener("keydown", closeByEscape);
  }, [onEscape]);

  return (
    <span
      id={id}
      role="tooltip"
      ref={popup}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      className="fixed z-50 block w-max max-w-80 rounded-md border border-line bg-raised px-2.5 py-1.5 text-left text-xs font-normal shadow-popup"
    >
      {children}
    </span>
  );
}
