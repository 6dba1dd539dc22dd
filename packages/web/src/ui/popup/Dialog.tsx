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
import { Button } from "../form/Button.tsx";

const gap = 8; // pixels between the dialog and its anchor, and the sides of the window

const places = {
  center: "m-auto w-[min(42rem,calc(100%-1rem))]",
  upper: "mx-auto mt-[10dvh] w-[min(42rem,calc(100%-1rem))]",
  top: "mx-auto mt-[10dvh] w-[min(36rem,calc(100%-1rem))]",
  sheet: "mx-0 mt-auto mb-0 w-full max-w-full rounded-b-none",
  // The least height is stronger than the greatest of all dialogs.
  drawer: "m-0 min-h-dvh w-[min(18rem,calc(100%-3rem))] rounded-l-none",
  anchored: "w-[min(24rem,calc(100%-1rem))]",
  narrow: "w-[min(16rem,calc(100%-1rem))]",
} as const;

/** Places it below the anchor with their ends aligned, inside the window. */
function putBelow(dialog: HTMLElement, anchor: HTMLElement): void {
  const { bottom, right } = anchor.getBoundingClientRect();
  const left = right - dialog.getBoundingClientRect().width;
  dialog.style.margin = `${bottom + gap}px 0 0 ${Math.max(gap, left)}px`;
  dialog.style.maxHeight = `${innerHeight - bottom - 2 * gap}px`;
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /**
   * For phones: a sheet covers the full width at the lower edge of the window, a drawer the full height at its
   * left. One that grows is in the upper part of the window: its upper edge stays where it is.
   */
  place?: "center" | "upper" | "top" | "sheet" | "drawer";
  /** The anchor below which the dialog is placed instead. */
  anchor?: RefObject<HTMLElement | null>;
  /** With an anchor: as wide as a menu. */
  narrow?: boolean;
  /** Shown beside the title. */
  actions?: ReactNode;
  /** Without its bar the title is for screen readers only. Escape and a click outside still close it. */
  bare?: boolean;
  /** Only its own controls close the dialog: its content cannot be shown again. */
  guarded?: boolean;
}

/**
 * A modal dialog, open as long as it is rendered. The browser's own element traps the focus, closes with
 * Escape and returns the focus.
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
  // Close before the element is removed: only then can the browser return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    if (element && anchor?.current) putBelow(element, anchor.current);
    return () => element?.close();
  }, [anchor]);
  const closeBeside = (event: MouseEvent) => event.target === dialog.current && !guarded && onClose();
  // A browser closes the dialog at the second Escape anyway, unless the key event is prevented.
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
          <Button emphasis="quiet" size="icon" aria-label="Close" onClick={onClose}>
            <X aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      {children}
    </dialog>
  );
}
