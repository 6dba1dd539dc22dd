import { ChevronDown } from "lucide-react";
import { type FocusEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "../form/Button.tsx";

const gap = 6; // pixels between the button and the popover
const edge = 8; // pixels between the popover and the side of the page

interface PopoverProps {
  /** The name of the button and of the popover. */
  label: string;
  /** What the button shows: a part of the label, and more that is not read out. */
  children: ReactNode;
  /** Said of the button after its label. */
  state?: string | undefined;
  /** Called when the pointer or the focus comes near. */
  onNear?: () => void;
  /** The button's place in the tab order. A toolbar has one button that Tab reaches. */
  tabIndex?: number;
  /** Rendered while the popover is open. */
  content: ReactNode;
}

/**
 * A button with a popover below it. The browser's own popover closes with Escape and with a press outside,
 * and returns the focus to the button. Pressing the button of another popover opens that one at once: with modal dialogs
 * it took two presses.
 */
export function Popover({ label, children, state, onNear, tabIndex, content }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function place() {
    const [anchor, box] = [button.current?.getBoundingClientRect(), popup.current];
    if (!anchor || !box) return;
    const last = document.documentElement.clientWidth - edge - box.offsetWidth;
    box.style.top = `${anchor.bottom + scrollY + gap}px`;
    box.style.left = `${Math.max(edge, Math.min(anchor.left, last))}px`;
  }
  // The next element in the tab order is behind the popover.
  const closeBehind = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) popup.current?.hidePopover();
  };

  return (
    <span onBlur={closeBehind}>
      <Button
        ref={button}
        popoverTarget={id}
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={state === undefined ? label : `${label}, ${state}`}
        onPointerEnter={onNear}
        onFocus={onNear}
        className="gap-1 aria-expanded:bg-hover"
      >
        {children}
        <ChevronDown aria-hidden className="size-3.5 text-faint" />
      </Button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          place();
        }}
        className="absolute inset-auto m-0 w-72 rounded-lg border border-line bg-raised p-0 text-ink shadow-popup"
      >
        {open && content}
      </div>
    </span>
  );
}
