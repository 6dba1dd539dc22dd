import type { figureLabels } from "./figure-entries.ts";

/** How a figure changed in the last 24 hours. */
export interface Trend {
  /** "+3", "−1.2%"; "±0" for no change. */
  text: string;
  /** The drawing of the 24 hours, in a box of this size; gaps are hours that were not counted. */
  path: string;
}
export type Trends = Readonly<Partial<Record<(typeof figureLabels)[number], Trend>>>;

/** The size of the drawing. */
export const trendSize = { width: 48, height: 14 };
