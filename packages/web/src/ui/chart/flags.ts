import type { ChartContent } from "./options.ts";
import type { ChartMark } from "./types.ts";

/** So near to the line of a flag a press means it, in pixels. A finger is wide. */
const reach = 12;

/** The changes whose flags are at a place of a plot. @param placeOf the pixels of a time @param x pixels */
export const marksNear = (
  marks: readonly ChartMark[],
  placeOf: (time: number) => number,
  x: number,
): ChartMark[] => marks.filter(({ at }) => Math.abs(placeOf(at) - x) <= reach);

/** The points at which something changed, in the order of time: those that are nearest to a change. */
export function markedPoints({
  times,
  marks,
  range,
}: Pick<ChartContent, "times" | "marks" | "range">): number[] {
  const [first = 0, second = first + 1] = times;
  const points = marks
    .filter(({ at }) => at >= range.from && at <= range.to)
    .map(({ at }) => Math.min(times.length - 1, Math.max(0, Math.round((at - first) / (second - first)))));
  return [...new Set(points)].toSorted((left, right) => left - right);
}
