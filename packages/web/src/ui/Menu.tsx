import type { LucideIcon } from "lucide-react";
import { MoreHorizontal } from "lucide-react";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { placePopup } from "../lib/place-popup.ts";
import { Button } from "./Button.tsx";

export interface MenuItem {
  label: string;
  icon: LucideIcon;
  /** Tinted, for what destroys something; such items stand last. */
  danger?: boolean;
  onSelect: () => void;
}

/**
 * The button "…" with a menu: arrows, Home and End move the focus, Escape and a click beside it close it. The
 * library's menu is as heavy as the rest of the page, and a table needs one in every row.
 */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useLayoutEffect(() => {
    if (!open) return;
    const anchor = trigger.current;
    const place = () => {
      if (popup.current && anchor) placePopup(popup.current, anchor.getBoundingClientRect(), "end");
    };
    place();
    popup.current?.querySelector("button")?.focus({ preventScroll: true });
    const closeBeside = ({ target }: PointerEvent) => {
      const inside = target instanceof Node && (popup.current?.contains(target) || anchor?.contains(target));
      if (!inside) setOpen(false);
    };
    addEventListener("pointerdown", closeBeside);
    addEventListener("scroll", place, true);
    addEventListener("resize", place);
    return () => {
      removeEventListener("pointerdown", closeBeside);
      removeEventListener("scroll", place, true);
      removeEventListener("resize", place);
    };
  }, [open]);

  function close() {
    setOpen(false);
    trigger.current?.focus({ preventScroll: true });
  }

  function press(event: KeyboardEvent) {
    const buttons = [...(popup.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) buttons[to % buttons.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    // Tab goes on from the button.
    if (event.key !== "Tab") event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <Button
        ref={trigger}
        look="quiet"
        size="icon"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || open) return;
          event.preventDefault();
          setOpen(true);
        }}
        className="relative z-10 max-md:size-11"
      >
        <MoreHorizontal aria-hidden className="size-4" />
      </Button>
      {open && (
        <div
          id={id}
          ref={popup}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={press}
          className="fixed z-40 grid w-44 rounded-lg border border-line bg-raised p-1 text-left shadow-popup"
        >
          {items.map(({ label: text, icon: Icon, danger, onSelect }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                // The focus goes back first: a dialog that opens now returns it to where it came from.
                close();
                onSelect();
              }}
              className={`flex h-8 items-center gap-2 rounded-sm px-2 text-left outline-hidden hover:bg-hover focus:bg-hover max-md:h-11 ${danger ? "text-bad" : ""}`}
            >
              <Icon aria-hidden className={`size-4 ${danger ? "" : "text-muted"}`} />
              {text}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
