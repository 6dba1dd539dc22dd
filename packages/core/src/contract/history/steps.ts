import { day, minute } from "../../kit/time.ts";

/* Apart from the schemas, because pages that draw no chart need no schema library. */

/** The lengths of a step, in seconds: five minutes, an hour, a day. */
export const historySteps = [300, 3_600, 86_400] as const;
export type HistoryStep = (typeof historySteps)[number];

/** How many values one series of an answer has at most. */
export const mostHistoryValues = 750;

/** With `database=each`: the largest databases have a series of their own, all others share one. */
export const mostHistoryDatabases = 5;

/** How long a trail is kept after its slot, in milliseconds. It is the chart of a day, and waits to be folded. */
export const trailsKeptFor = 3 * day;

/** How far back values of each step reach, and how long a range `auto` draws with it, in milliseconds. */
export const stepReach: Record<HistoryStep, { kept: number; upTo: number }> = {
  300: { kept: trailsKeptFor, upTo: 2 * day },
  3_600: { kept: 35 * day, upTo: 31 * day },
  86_400: { kept: Infinity, upTo: Infinity },
};

/** A range that began when values of a step were still kept may be asked for a little later. */
const tolerance = 10 * minute;

/** Whether values of a step are stored from a time on. Times are Unix epochs in milliseconds. */
export const isKept = (step: HistoryStep, begin: number, now: number): boolean =>
  begin >= now - stepReach[step].kept - tolerance;

/** The shortest step for a range. Times are Unix epochs in milliseconds. */
export const stepFor = (begin: number, end: number, now: number): HistoryStep =>
  historySteps.find((step) => isKept(step, begin, now) && end - begin <= stepReach[step].upTo) ?? 86_400;
