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
  | "fullAt"
  | "policy"
  | "earliest"
  | "latest"
  | "days"
  | "perDay"
  | "trend"
  | "within"
  | "whenFull"
>;

/** "1.2 GiB", "64 GiB": without zeros at the end, as a sentence has it. */
export const plainBytes = (bytes: string): string =>
  formatBytes(bytes).replace(/\.00(?= )|(?<=\.\d)0(?= )/, "");

const countedDays = (days: number) => (days === 1 ? "1 day" : `${days} days`);

/** A day so far away could be taken for one of another year. */
const farAway = 300 * day;

/** "Dec 3" as all screens write a day, in UTC; with its year where it is far from `asOf`. */
function dayTexts(earliest: string, latest: string, asOf: string): [begin: string, end: string] {
  const [from, to] = [new Date(earliest), new Date(latest)];
  const isSameYear = from.getUTCFullYear() === to.getUTCFullYear();
  const isSameMonth = isSameYear && from.getUTCMonth() === to.getUTCMonth();
  const isFar = Math.abs(to.getTime() - Date.parse(asOf)) > farAway;
  const monthOf = (date: Date) => `${monthNames[date.getUTCMonth()]} `;
  const yearOf = (date: Date) => (isFar ? `, ${date.getUTCFullYear()}` : "");
  const begin = `${monthOf(from)}${from.getUTCDate()}${isSameYear ? "" : yearOf(from)}`;
  if (isSameMonth && from.getUTCDate() === to.getUTCDate()) {
    const only = `${begin}${yearOf(to)}`;
    return [only, only];
  }
  return [begin, `${isSameMonth ? "" : monthOf(to)}${to.getUTCDate()}${yearOf(to)}`];
}

/** "Dec 3–9", "Nov 28 – Dec 4", "Dec 3": days of UTC. */
export function rangeText(earliest: string, latest: string, asOf: string): string {
  const [begin, end] = dayTexts(earliest, latest, asOf);
  if (begin === end) return end;
  return `${begin}${/^\d/.test(end) ? "–" : " – "}${end}`;
}

/** "between Dec 3 and 9", "on Dec 3": the same within a sentence. */
export function betweenText(earliest: string, latest: string, asOf: string): string {
  const [begin, end] = dayTexts(earliest, latest, asOf);
  return begin === end ? `on ${end}` : `between ${begin} and ${end}`;
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

/** What is said before the limit where the eviction policy is not known. The sentence before has said it. */
const nothingKnown = "its limit is reached";

const consequence = ({ policy, whenFull }: Said, before: string) =>
  policy === null || whenFull === nothingKnown
    ? "What happens then isn't known: its eviction policy isn't."
    : `${before} ${whenFull}.`;

/** The sentences of each outcome after the one about the growth. */
const outcomes: Record<Said["say"], (said: Said, asOf: string) => (string | undefined)[]> = {
  date(said, asOf) {
    const { type, limit, fullAt, earliest, latest } = said;
    const when = earliest !== null && latest !== null ? betweenText(earliest, latest, asOf) : "soon";
    return [
      `At this pace it reaches ${fullAt < 1 ? `${Math.round(100 * fullAt)}% of ` : ""}its limit${limit === null ? "" : ` of ${plainBytes(limit)}`} ${when}.`,
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
  early: ({ days: known }) => [
    known !== null && known >= leastDays
      ? "Nothing is said yet: the peaks or the limit of the newest days aren't known."
      : `Says something from ${leastDays} days on${known === null ? "" : ` (${known} so far)`}.`,
  ],
  noLimit: () => ["No limit set: without one there is no date."],
  unknown: () => ["Its limit isn't known: without one there is no date."],
  tiered: () => ["It also keeps values on flash. Its RAM may be full before its limit, so there is no date."],
};

/** Outcomes that have a growth. That of `early` is too short to be one. */
const grows: ReadonlySet<Said["say"]> = new Set(["date", "far", "unclear", "noLimit", "unknown", "tiered"]);

/**
 * What is said of the memory of a database, one sentence each: the evidence, what follows from it, and what happens then.
 * @param asOf the midnight at which the trends end
 */
export const sentencesOf = (said: Said, asOf: string): string[] =>
  [grows.has(said.say) ? growth(said) : undefined, ...outcomes[said.say](said, asOf)].filter(
    (sentence) => sentence !== undefined,
  );
