import type { Span } from "./span.ts";

/** A number, none (null), or unknown (undefined). */
export type Value = number | null | undefined;

/**
 * The ends of all ranges that a rule compares with. They part all numbers into cells. Odd cells are ends, even ones lie
 * between. All numbers of a cell are judged alike.
 */
export class Scale {
  readonly #ends: readonly number[];

  constructor(ends: readonly number[]) {
    this.#ends = [...new Set(ends)].toSorted((one, other) => one - other);
  }

  cellOf(number: number): number {
    for (const [place, end] of this.#ends.entries())
      if (number <= end) return end === number ? 2 * place + 1 : 2 * place;
    return 2 * this.#ends.length;
  }

  /** The same for all spans that are judged alike. */
  codeOf({ lo, hi, none, unknown }: Span): number {
    const more = (none ? 1 : 0) + (unknown ? 2 : 0);
    if (lo > hi) return more;
    const cells = 2 * this.#ends.length + 1;
    return (1 + this.cellOf(lo) * cells + this.cellOf(hi)) * 4 + more;
  }

  /** A number of each cell that a span reaches, and what else it allows. */
  valuesIn({ lo, hi, none, unknown }: Span): Value[] {
    const values: Value[] = [];
    if (lo <= hi)
      for (let cell = this.cellOf(lo); cell <= this.cellOf(hi); cell += 1) values.push(this.#numberIn(cell));
    if (none) values.push(null);
    if (unknown) values.push(undefined);
    return values;
  }

  #numberIn(cell: number): number {
    const [before, after] = [this.#ends[Math.ceil(cell / 2) - 1], this.#ends[cell >> 1]];
    if (cell % 2 === 1) return after ?? 0;
    if (before === undefined) return after === undefined ? 0 : after / 2;
    return after === undefined ? before + 1 : (before + after) / 2;
  }
}
