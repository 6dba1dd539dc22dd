import { fromCode, unknownCode } from "../../kit/code16.ts";
import { slotColumns } from "../../contract/report/slot-columns.ts";
import { type PastColumn, pastColumns } from "../timeline/columns.ts";
import type { DatabasePast } from "../timeline/timeline.ts";

/** A database in a timeline, with the steps in which it existed: from `first` to before `end`. */
export interface Member {
  past: DatabasePast;
  first: number;
  end: number;
}

/** A column of several databases together, step after step. NaN is not known. */
export interface Summed {
  /** Not known while one of the databases is not, and when there are none. */
  sum: Float64Array;
  /** The largest that is known. */
  largest: Float64Array;
  /** 1 where the figure of one of them is 0. */
  hasZero: Uint8Array;
}

let figures: Float64Array | undefined;

/** The figure of each code; NaN for the one that is not known. Twenty million codes take a tenth of a second so. */
const figureOfCodes = (): Float64Array =>
  (figures ??= Float64Array.from({ length: unknownCode + 1 }, (_, code) => fromCode(code) ?? Number.NaN));

/** Adds up a column of these databases. */
export function sumColumn(members: readonly Member[], name: PastColumn, length: number): Summed {
  const figureOf = figureOfCodes();
  const { perUnit } = slotColumns[pastColumns[name].from];
  const sum = emptySum(members, length);
  const largest = new Float64Array(length).fill(Number.NaN);
  const hasZero = new Uint8Array(length);
  for (const { past, first, end } of members) {
    const codes = past.get(name);
    if (!codes) {
      sum.fill(Number.NaN, first, end);
      continue;
    }
    for (let index = first; index < end; index += 1) {
      const figure = (figureOf[codes[index] ?? unknownCode] ?? 0) / perUnit;
      sum[index] = (sum[index] ?? 0) + figure;
      if (figure === 0) hasZero[index] = 1;
      const most = largest[index] ?? Number.NaN;
      if (figure > most || Number.isNaN(most)) largest[index] = figure;
    }
  }
  return { sum, largest, hasZero };
}

/** The sum of the products of two columns, database by database. Not known while one of them is not. */
export function products(
  members: readonly Member[],
  [one, other]: readonly [PastColumn, PastColumn],
  length: number,
): Float64Array {
  const figureOf = figureOfCodes();
  const perUnit = slotColumns[pastColumns[one].from].perUnit * slotColumns[pastColumns[other].from].perUnit;
  const sum = emptySum(members, length);
  for (const { past, first, end } of members) {
    const [left, right] = [past.get(one), past.get(other)];
    if (!left || !right) {
      sum.fill(Number.NaN, first, end);
      continue;
    }
    for (let index = first; index < end; index += 1) {
      const product =
        (figureOf[left[index] ?? unknownCode] ?? 0) * (figureOf[right[index] ?? unknownCode] ?? 0);
      sum[index] = (sum[index] ?? 0) + product / perUnit;
    }
  }
  return sum;
}

/** 0 where one of the databases exists. */
function emptySum(members: readonly Member[], length: number): Float64Array {
  const sum = new Float64Array(length).fill(Number.NaN);
  for (const { first, end } of members) sum.fill(0, first, end);
  return sum;
}
