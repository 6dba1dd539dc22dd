import type { Span } from "./types.ts";

/** A span in Unix seconds. It must be one: a minute at the least, and not upside down. */
export function spanOf(from: number, to: number): Span | undefined {
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && to - from >= 60
    ? { from, to }
    : undefined;
}

/** A span as it is in an address: "1763752800-1763756400". What makes no sense counts as not set. */
export function readSpan(text: string | null): Span | undefined {
  const [from, to] = (text ?? "").split("-").map(Number);
  return spanOf(from ?? Number.NaN, to ?? Number.NaN);
}

export const spanText = ({ from, to }: Span): string => `${from}-${to}`;

/** The shortest zoom has this many steps: fewer are hardly a line. */
const leastSteps = 4;

/** A dragged span in whole steps, which are seconds. */
export function zoomTo({ from, to }: Span, step: number): Span {
  const begin = Math.floor(from / step) * step;
  const end = Math.ceil(to / step) * step;
  const missing = Math.max(0, leastSteps - (end - begin) / step);
  return { from: begin - Math.floor(missing / 2) * step, to: end + Math.ceil(missing / 2) * step };
}
