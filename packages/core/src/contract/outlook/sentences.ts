import { formatBytes } from "../../kit/bytes.ts";
import { day, monthNames } from "../../kit/time.ts";
import type { MemoryOutlook } from "./outlook.ts";
import { leastDays } from "./runway.ts";

/* What is said of the memory of a database, in sentences. Apart from the schemas, because screens need none of them. */

/** The parts of an answer from which the sentences are made. */
export type Said = Pick<
  MemoryOutlook,
  | "type"
  | "say"
  | "limit"
  | "policy"
  | "earliest"
  | "latest"
  | "days"
  | "perDay"
  | "trend"
  | "within"
  | "whenFull"
>;

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** "1.2 GiB", "64 GiB": without zeros at the end, as a sentence has it. */
export const plainBytes = (bytes: string): string =>
  formatBytes(bytes).replace(/\.00(?= )|(?<=\.\d)0(?= )/, "");

const countedDays = (days: number) => (days === 1 ? "1 day" : `${days} days`);

/** The days of UTC of two moments, as texts without what they share. The year is left out where it is that of `asOf`. */
function daysOf(earliest: string, latest: string, asOf: string, names: readonly string[]) {
  const [from, to] = [new Date(earliest), new Date(latest)];
  const years = new Set([earliest, latest, asOf].map((date) => new Date(date).getUTCFullYear()));
  const text = (date: Date, named = true, dated = years.size > 1) =>
    [date.getUTCDate(), named ? names[date.getUTCMonth()] : [], dated ? date.getUTCFullYear() : []]
      .flat()
      .join(" ");
  const isSameYear = from.getUTCFullYear() === to.getUTCFullYear();
  const isSameMonth = isSameYear && from.getUTCMonth() === to.getUTCMonth();
  const isSameDay = isSameMonth && from.getUTCDate() === to.getUTCDate();
  return { begin: text(from, !isSameMonth, !isSameYear), end: text(to), isSameMonth, isSameDay };
}

/** "3–9 Dec", "28 Nov – 4 Dec", "3 Dec": days of UTC. Another year than that of `asOf` is written. */
export function rangeText(earliest: string, latest: string, asOf: string): string {
  const { begin, end, isSameMonth, isSameDay } = daysOf(earliest, latest, asOf, monthNames);
  if (isSameDay) return end;
  return `${begin}${isSameMonth ? "–" : " – "}${end}`;
}

/** "between 3 and 9 December", "on 3 December": the same within a sentence. */
export function betweenText(earliest: string, latest: string, asOf: string): string {
  const { begin, end, isSameDay } = daysOf(earliest, latest, asOf, months);
  return isSameDay ? `on ${end}` : `between ${begin} and ${end}`;
}

/** Whole days from now on, at least 0. @param now Unix epoch in milliseconds */
export const daysUntil = (moment: string, now: number): number =>
  Math.max(0, Math.round((Date.parse(moment) - now) / day));

/** "in about 9 days", "within a day". @param now Unix epoch in milliseconds */
export function aboutText(likely: string, now: number): string {
  const days = daysUntil(likely, now);
  return days === 0 ? "within a day" : `in about ${countedDays(days)}`;
}

const paces = { steady: "", faster: ", and faster lately", slower: ", and slower lately" };

/** "Its daily peak grew by 1.2 GiB a day, steadily for 28 days." Undefined where nothing grew. */
function growth({ perDay, days, trend }: Said): string | undefined {
  if (perDay === null || days === null) return undefined;
  const steadily = trend === "steady" ? ", steadily" : "";
  return `Its daily peak grew by ${plainBytes(perDay)} a day${steadily} for ${countedDays(days)}${paces[trend ?? "steady"]}.`;
}

/** What follows from being full. An unknown policy says nothing that the sentence before has not said. */
const consequence = ({ policy, whenFull }: Said, before: string) =>
  policy === null ? "What happens then isn't known: its eviction policy isn't." : `${before} ${whenFull}.`;

/** The sentences of each outcome after the one about the growth. */
const outcomes: Record<Said["say"], (said: Said, asOf: string) => (string | undefined)[]> = {
  date(said, asOf) {
    const { type, limit, earliest, latest } = said;
    const when = earliest !== null && latest !== null ? betweenText(earliest, latest, asOf) : "soon";
    return [
      `At this pace it reaches its limit${limit === null ? "" : ` of ${plainBytes(limit)}`} ${when}.`,
      consequence(said, "Then"),
      // The figure of a cluster is the sum of its primaries.
      type === "CLUSTER" ? "Its fullest shard may be full sooner." : undefined,
    ];
  },
  far: ({ within }) => [
    within === null
      ? "At this pace it isn't full within the days that can be said."
      : `At this pace it isn't full within ${countedDays(within)}.`,
  ],
  unclear: (said) => ["No date is clear yet.", consequence(said, "When it is full,")],
  full: ({ whenFull }) => [`${whenFull}.`],
  none: () => ["Its daily peaks show no growth."],
  early: ({ days }) => [
    `Says something from ${leastDays} days on${days === null ? "" : ` (${days} so far)`}.`,
  ],
  noLimit: () => ["No limit set: without one there is no date."],
  unknown: () => ["Its limit isn't known: without one there is no date."],
};

/** Outcomes that have a growth. That of `early` is too short to be one. */
const grows: ReadonlySet<Said["say"]> = new Set(["date", "far", "unclear", "noLimit", "unknown"]);

/**
 * What is said of the memory of a database, one sentence each: the evidence, what follows from it, and what happens then.
 * @param asOf the midnight at which the trends end
 */
export const sentencesOf = (said: Said, asOf: string): string[] =>
  [grows.has(said.say) ? growth(said) : undefined, ...outcomes[said.say](said, asOf)].filter(
    (sentence) => sentence !== undefined,
  );
