/** The numbers that a fact can have had. None are possible where `lo` is above `hi`. */
export interface Span {
  lo: number;
  hi: number;
  /** Whether the thing may have had no such fact, such as no limit. */
  none: boolean;
  /** Whether the fact may have been unknown. */
  unknown: boolean;
}

export const nothingKnown: Span = { lo: 1, hi: 0, none: false, unknown: true };
