import type { KeyboardEvent } from "react";

interface ChartKeys {
  /** The number of points. */
  count: number;
  /** The point of the cursor; null while there is none. */
  point: number | null;
  /** The points at which something changed, in the order of time. */
  marked: readonly number[];
  /** Opens what changed at the cursor. */
  open: () => void;
  /** Moves the cursor; null takes it away. */
  move: (point: number | null) => void;
  onZoomOut: () => void;
}

const far = 10;

/** Where a key moves the cursor: null for a key that moves nothing. The first key starts at the newest point. */
export function pointAfter(
  key: string,
  shift: boolean,
  { count, point, marked }: Pick<ChartKeys, "count" | "point" | "marked">,
) {
  const last = count - 1;
  const by = shift ? far : 1;
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "ArrowLeft") return point === null ? last : Math.max(0, point - by);
  if (key === "ArrowRight") return point === null ? last : Math.min(last, point + by);
  if (key === "PageUp") return marked.findLast((each) => each < (point ?? count)) ?? null;
  if (key === "PageDown") return marked.find((each) => each > (point ?? -1)) ?? null;
  return null;
}

/**
 * The keys of a chart: left and right by a point, with Shift by ten, Home and End. Page Up and Page Down go to changes,
 * which Enter opens. Escape takes the cursor away and leaves the zoom.
 */
export function useChartKeys(keys: ChartKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || keys.count === 0) return;
    if (event.key === "Enter") return keys.open();
    const next = pointAfter(event.key, event.shiftKey, keys);
    if (next === null && event.key !== "Escape") return;
    event.preventDefault();
    if (next !== null) return keys.move(next);
    keys.move(null);
    keys.onZoomOut();
  };
}
