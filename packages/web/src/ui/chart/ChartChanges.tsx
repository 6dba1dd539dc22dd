import { type RefObject, useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { textLinkClass } from "../text/TextLink.tsx";
import type { OpenFlag } from "./use-flags.ts";

const edge = 8; // pixels between the box and the side of the page
const below = 24; // pixels from the top of the chart

interface ChartChangesProps {
  flag: OpenFlag;
  /** The page that has all changes. */
  to: string | undefined;
  figure: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/**
 * The changes at a flag of a chart. The browser's own popover closes with Escape and with a press outside, and returns
 * the focus to the chart.
 */
export function ChartChanges({ flag, to, figure, onClose }: ChartChangesProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { texts, left } = flag;
  useLayoutEffect(() => {
    const [anchor, box] = [figure.current?.getBoundingClientRect(), popup.current];
    if (!anchor || !box) return;
    box.showPopover();
    const last = document.documentElement.clientWidth - edge - box.offsetWidth;
    box.style.top = `${anchor.top + scrollY + below}px`;
    box.style.left = `${Math.max(edge, Math.min(anchor.left + left - box.offsetWidth / 2, last))}px`;
    box.focus();
  }, [figure, left]);
  return (
    <div
      ref={popup}
      popover="auto"
      role="dialog"
      aria-label="Changes"
      tabIndex={-1}
      onToggle={({ newState }) => newState === "closed" && onClose()}
      className="absolute inset-auto m-0 max-h-48 w-72 overflow-auto rounded-lg border border-line bg-raised p-3 text-sm text-ink shadow-popup"
    >
      <ul className="mb-2 grid gap-1.5">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {to !== undefined && (
        <Link to={to} className={textLinkClass}>
          All changes
        </Link>
      )}
    </div>
  );
}
