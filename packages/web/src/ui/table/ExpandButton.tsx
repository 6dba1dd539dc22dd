import { ChevronRight } from "lucide-react";

/** The button that expands and collapses a row. */
export function ExpandButton({
  label,
  open,
  onToggle,
}: {
  label: string;
  open: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={open}
      onClick={onToggle}
      className="touch-area -ml-1.5 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
    >
      <ChevronRight
        aria-hidden
        className={`size-4 motion-safe:transition-transform ${open ? "rotate-90" : ""}`}
      />
    </button>
  );
}
