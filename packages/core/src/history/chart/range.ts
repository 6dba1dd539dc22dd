import {
  type HistoryStep,
  historySteps,
  isKept,
  mostHistoryValues,
  stepFor,
} from "../../contract/history/steps.ts";
import { wrongFields } from "../../kit/problem.ts";
import { day, second } from "../../kit/time.ts";

/** The steps of an answer, aligned to UTC. */
export interface Range {
  step: HistoryStep;
  /** The number of steps between 1970 and the first one. */
  first: number;
  length: number;
}

/** What was asked for. Times are Unix epochs in milliseconds. */
export interface RangeQuestion {
  from?: number | undefined;
  to?: number | undefined;
  step?: "auto" | HistoryStep | undefined;
}

const names: Record<HistoryStep, { name: string; keptName: string }> = {
  300: { name: "five-minute", keptName: "3 days" },
  3_600: { name: "hourly", keptName: "35 days" },
  86_400: { name: "daily", keptName: "13 months" },
};

const defaultLength = day;
/**
 * The steps that a question means. Both ends are widened to whole steps. Throws invalid for an empty range, and for one of
 * more values than an answer has. It also does for a step that is not kept for so long. The sentence says which step fits.
 */
export function rangeOf({ from, to, step = "auto" }: RangeQuestion, now: number): Range {
  const end = to ?? now;
  const begin = from ?? end - defaultLength;
  if (begin >= end) throw wrongFields(["from: must be before to"]);
  const fitting = stepFor(begin, end, now);
  const chosen = step === "auto" ? fitting : step;
  if (!isKept(chosen, begin, now)) {
    const { name, keptName } = names[chosen];
    throw wrongFields([
      `step: must be ${fitting} for this range, because ${name} values are kept for ${keptName}`,
    ]);
  }
  const range = inSteps(begin, end, chosen);
  if (range.length > mostHistoryValues) throw wrongFields([tooMany(begin, end)]);
  return range;
}

function inSteps(begin: number, end: number, step: HistoryStep): Range {
  const length = step * second;
  const first = Math.floor(begin / length);
  return { step, first, length: Math.ceil(end / length) - first };
}

function tooMany(begin: number, end: number): string {
  const fits = historySteps.find((step) => inSteps(begin, end, step).length <= mostHistoryValues);
  const limit = `an answer has at most ${mostHistoryValues} values`;
  return fits === undefined
    ? `from: must be at most ${mostHistoryValues} days before to, because ${limit}`
    : `step: must be ${fits} or more for this range, because ${limit}`;
}
