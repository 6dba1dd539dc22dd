import { X } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { Button } from "./Button.tsx";

const gap = 8; // pixels between the dialog and what it belongs to, and the sides of the window

const places = {
  center: "m-auto w-[min(42rem,calc(100%-1rem))]",
  top: "mx-auto mt-[10dvh] w-[min(36rem,calc(100%-1rem))]",
  sheet: "mx-0 mt-auto mb-0 w-full max-w-full rounded-b-none",
  anchored: "w-[min(24rem,calc(100%-1rem))]",
  narrow: "w-[min(16rem,calc(100%-1rem))]",
} as const;

/** Below the anchor, their ends in line, and never beyond the sides of the window. */
function putBelow(dialog: HTMLElement, anchor: HTMLElement): void {
  const { bottom, right } = anchor.getBoundingClientRect();
  const left = right - dialog.getBoundingClientRect().width;
  dialog.style.margin = `${bottom + gap}px 0 0 ${Math.max(gap, left)}px`;
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** A sheet stands at the lower edge of the window, across all of it: for phones. */
  place?: "center" | "top" | "sheet";
  /** What the dialog is to stand below, instead. */
  anchor?: RefObject<HTMLElement | null>;
  /** With an anchor: as wide as a menu. */
  narrow?: boolean;
  /** Stands beside the title. */
  actions?: ReactNode;
  /** Without its bar the title is heard, not seen; Escape and a click beside the dialog close it all the same. */
  bare?: boolean;
  /** Only what stands in the dialog closes it: what it shows cannot be had again. */
  guarded?: boolean;
}

/**
 * A modal dialog, open as long as it is rendered. The browser's own element holds the focus inside, closes with
 * Escape and gives the focus back to what had it before.
 */
export function Dialog({
  title,
  onClose,
  children,
  place = "center",
  anchor,
  narrow,
  actions,
  bare,
  guarded = false,
}: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element leaves the page: only then does the browser know whom the focus belongs to.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (element && anchor?.current) putBelow(element, anchor.current);
    return () => element?.close();
  }, [anchor]);
  const closeBeside = (event: MouseEvent) => event.target === dialog.current && !guarded && onClose();
  // A browser lets Escape through at the second press, unless the key itself is held back.
  const holdEscape = (event: KeyboardEvent) => guarded && event.key === "Escape" && event.preventDefault();
  function afterClosing() {
    if (dialog.current?.open !== false) return;
    if (guarded) dialog.current.showModal();
    else onClose();
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={afterClosing}
      onKeyDown={holdEscape}
      onPointerDown={closeBeside}
      className={`max-h-[min(80dvh,48rem)] overflow-hidden overscroll-contain rounded-lg border border-line bg-raised p-0 text-ink shadow-popup open:flex open:flex-col ${places[anchor ? (narrow ? "narrow" : "anchored") : place]} ${anchor ? "backdrop:bg-transparent" : "backdrop:bg-[rgb(0_0_0/0.4)]"}`}
    >
      <div className={bare ? "sr-only" : "flex items-center gap-2 border-b border-line py-2 pr-2 pl-4"}>
        <h2 id={titleId} className="mr-auto font-semibold">
          {title}
        </h2>
        {actions}
        {!bare && !guarded && (
          <Button look="quiet" size="icon" aria-label="Close" onClick={onClose}>
            <X aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      {children}
    </dialog>
  );
}
