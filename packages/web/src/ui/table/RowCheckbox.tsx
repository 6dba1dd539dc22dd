import { Check, Minus } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import type { Selection } from "./rows.ts";

/** A checkbox as large as its cell, with a small box to see: 16 pixels are hard to hit. */
function CellCheckbox({ some = false, ...input }: ComponentProps<"input"> & { some?: boolean }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // There is no attribute for it.
    if (ref.current) ref.current.indeterminate = some;
  }, [some]);
  const Icon = some ? Minus : Check;
  return (
    <span className="relative z-10 grid size-full min-h-6 min-w-6 place-items-center max-md:size-11">
      <input
        ref={ref}
        type="checkbox"
        className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        {...input}
      />
      <span
        aria-hidden
        className="pointer-events-none grid size-4 place-items-center rounded-sm border border-field bg-surface text-transparent peer-checked:border-accent peer-checked:bg-accent-fill peer-checked:text-on-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent-fill peer-indeterminate:text-on-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
      >
        <Icon className="size-3" strokeWidth={3} />
      </span>
    </span>
  );
}

/** The checkbox of a row. With Shift it selects everything from the last one to this. */
export function RowCheckbox<Row>({ row, selection }: { row: Row; selection: Selection<Row> }) {
  return (
    <CellCheckbox
      aria-label={`Select ${selection.label(row)}`}
      checked={selection.has(row)}
      onChange={({ nativeEvent }) =>
        selection.toggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

/** The checkbox for all shown rows. */
export function ShownCheckbox<Row>({ selection }: { selection: Selection<Row> }) {
  return (
    <CellCheckbox
      aria-label="Select all on this page"
      checked={selection.shown === "all"}
      some={selection.shown === "some"}
      onChange={selection.toggleShown}
    />
  );
}
