import type { HistoryStep } from "../../contract/history/steps.ts";
import { fromCode, toCode, unknownCode } from "../../kit/code16.ts";
import { type Folding, pastColumns } from "./columns.ts";
import { columnOf, cover, emptyTimeline, type Timeline } from "./timeline.ts";
import { foldUtilization } from "./utilization.ts";

/** The value of a longer step, from those of its shorter steps in their order. */
const folded: Record<Folding, (codes: Uint16Array) => number> = { largest, mean, last };

/** The same past in longer steps. Steps at the two ends may be covered in part only. */
export function coarsen(fine: Timeline, step: HistoryStep): Timeline {
  const factor = step / fine.step;
  const first = Math.floor(fine.first / factor);
  const end = Math.ceil((fine.first + fine.length) / factor);
  const coarse = emptyTimeline(step, first, end - first);
  const stepOf = (index: number) => Math.floor((fine.first + index) / factor) - first;
  for (const [index, slots] of fine.covered.entries())
    if (slots > 0) cover(coarse, stepOf(index), fine.status[index] ?? 0, slots);
  for (const [tag, columns] of fine.databases)
    for (const [name, codes] of columns) {
      if (name === "utilization") continue;
      const column = columnOf(coarse, tag, name);
      const fold = folded[pastColumns[name].of];
      for (let index = 0; index < coarse.length; index += 1) {
        const begin = (first + index) * factor - fine.first;
        column[index] = fold(codes.subarray(Math.max(begin, 0), begin + factor));
      }
    }
  foldUtilization(fine, coarse);
  return coarse;
}

/** Codes have the order of their figures. */
function largest(codes: Uint16Array): number {
  let result = unknownCode;
  for (const code of codes)
    if (code !== unknownCode && (result === unknownCode || code > result)) result = code;
  return result;
}

function mean(codes: Uint16Array): number {
  let sum = 0;
  let count = 0;
  for (const code of codes) {
    const figure = fromCode(code);
    if (figure === null) continue;
    sum += figure;
    count += 1;
  }
  return toCode(count === 0 ? null : sum / count);
}

function last(codes: Uint16Array): number {
  return codes.findLast((code) => code !== unknownCode) ?? unknownCode;
}
