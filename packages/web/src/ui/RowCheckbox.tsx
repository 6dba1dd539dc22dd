import { useEffect, useRef } from "react";
import type { Selection } from "./rows.ts";

/** The cell is the target, because 16 pixels are hard to hit. */
const target = "relative z-10 grid size-full min-h-6 min-w-6 cursor-pointer place-items-center";
const box = "size-4 cursor-pointer accent-accent";

/** The checkbox of a row. With Shift it selects everything from the last one to this. */
export function RowCheckbox<Row>({ row, selection }: { row: Row; selection: Selection<Row> }) {
  return (
    <label className={`${target} max-md:size-11`}>
      <input
        type="checkbox"
        aria-label={`Select ${selection.label(row)}`}
        checked={selection.has(row)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className={box}
      />
    </label>
  );
}

/** The checkbox for all shown rows. */
export function ShownCheckbox<Row>({ selection }: { selection: Selection<Row> }) {
  const input = useRef<HTMLInputElement>(null);
  const some = selection.shown === "some";
  useEffect(() => {
    // There is no attribute for it.
    if (input.current) input.current.indeterminate = some;
  }, [some]);
  return (
    <label className={target}>
      <input
        ref={input}
        type="checkbox"
        aria-label="Select all on this page"
        checked={selection.shown === "all"}
        onChange={selection.toggleShown}
        className={box}
      />
    </label>
  );
}
