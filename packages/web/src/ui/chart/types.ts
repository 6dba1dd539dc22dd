import type { LineStyle } from "./colors.ts";

/** A span of time in Unix seconds; `to` is its end. */
export interface Span {
  from: number;
  to: number;
}

/** A change that is marked in a chart. */
export interface ChartMark {
  /** Unix seconds. */
  at: number;
  text: string;
}

/** One line of a chart. */
export interface ChartSeries {
  id: string;
  label: string;
  /** One for each time; null is a gap. */
  values: readonly (number | null)[];
  style: LineStyle;
  /** Whether it keeps a value until the next, as a limit does. */
  isStep?: boolean;
  /** Whether it is drawn only for those who ask for it. The axis leaves it out until then. */
  isHidden?: boolean;
  /** The id of the line with which it is shown and hidden. */
  follows?: string;
  /** What the legend says in place of its value. @param isNewest whether the cursor is nowhere */
  text?: (isNewest: boolean) => string | undefined;
}

/** Of how many things the values of a chart are, where that changes with time. */
export interface ChartBasis {
  /** The name of its column in tables and files: "Deployments measured". */
  label: string;
  /** One for each time. */
  values: readonly (number | null)[];
  /** "from 7 of 9 deployments"; undefined where nothing is to be said. */
  text: (point: number) => string | undefined;
}

/** How the values of a chart are written, and where its axis ends. */
export interface ChartUnit {
  /** "3.20 GiB" */
  text: (value: number) => string;
  /** The same in as few letters as the axis has space for: "3 GiB". */
  axisText: (value: number) => string;
  /** What its exact values are, in files: "bytes". */
  valueName?: string;
  /** Whether the axis has steps of powers of two. */
  isBinary?: boolean;
  /** Whether there are whole values only. */
  isWhole?: boolean;
  /** The top of the axis where it never changes, such as 100 of a percentage. */
  top?: number;
}
