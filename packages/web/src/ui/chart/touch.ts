import type uPlot from "uplot";

/** uPlot's own type leaves out that the other charts of a group can follow. */
type Place = (at: { left: number; top: number }, fires: boolean, publishes: boolean) => void;

/** @param left pixels from the left end of the plot; null takes the cursor away */
function placeAt(chart: uPlot, left: number | null): void {
  const place: Place = (...all) => (chart.setCursor as Place)(...all);
  place(left === null ? { left: -10, top: -10 } : { left, top: 0 }, true, true);
}

/**
 * Moves the cursor of a chart and of its group.
 * @param time Unix seconds; null takes it away
 */
export const placeCursor = (chart: uPlot, time: number | null): void =>
  placeAt(chart, time === null ? null : chart.valToPos(time, "x"));

/**
 * Lets a finger move the cursor, and gives the cursor a handle of 44 pixels. uPlot itself listens to the mouse.
 * @returns removes the handle
 */
export function addGrip(chart: uPlot): () => void {
  const { over } = chart;
  const grip = document.createElement("div");
  grip.className = "chart-grip";
  over.append(grip);
  const follow = () => {
    const { left = -1 } = chart.cursor;
    grip.toggleAttribute("data-on", left >= 0);
    if (left >= 0) grip.style.left = `${left}px`;
  };
  (chart.hooks.setCursor ??= []).push(follow);
  const move = (event: PointerEvent) => {
    if (event.pointerType === "mouse" || (event.type === "pointermove" && event.buttons === 0)) return;
    const { left, width } = over.getBoundingClientRect();
    placeAt(chart, Math.min(width, Math.max(0, event.clientX - left)));
    if (event.type === "pointerdown") over.setPointerCapture(event.pointerId);
  };
  const ends = new AbortController();
  for (const type of ["pointerdown", "pointermove"] as const)
    over.addEventListener(type, move, { signal: ends.signal });
  return () => {
    ends.abort();
    grip.remove();
  };
}
