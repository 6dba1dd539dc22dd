import type { Filter } from "../filter/filter.ts";
import { parseText } from "../filter/parse.ts";
import { widened } from "../filter/widen.ts";
import { describe } from "../filter/words.ts";
import type { RuleDefinition, WeeklyHours } from "./own-rule.ts";

/* A rule as one sentence. The form, the list, the incidents and the command line show this text. */

export const filterOfText = (text: string): Filter => parseText(text, []).filter;

/** A filter in words: "memory utilization at least 90%, eviction policy noeviction". */
export const filterInWords = (text: string): string => wordsOf(filterOfText(text));

const wordsOf = (filter: Filter) =>
  describe(filter)
    .map(({ name, label, text }) => (name === "search" ? `name with “${text}”` : `${lowered(label)} ${text}`))
    .join(", ");

/** "Memory used" begins small within a sentence, and "TLS" stays. */
const lowered = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;

type Sentence = Omit<RuleDefinition, "name" | "advice" | "channels">;

/** When a rule opens an incident and when that is over. Without full stop. */
export function ruleSentence(rule: Sentence): string {
  const { scope, when, worse, severity, worseSeverity, hours } = rule;
  const subject = scope === "" ? "A deployment" : `A deployment of ${filterInWords(scope)}`;
  return [
    `${subject} that has ${filterInWords(when)}${forSome(rule.for)}: ${severity}`,
    ...(worse === null ? [] : [`${worseSeverity} with ${filterInWords(worse)}`]),
    `over ${endOf(rule)}${forSome(rule.keep)}`,
    ...unknownWords[rule.unknown],
    ...(rule.group === "rule" ? ["all that match are one incident"] : []),
    ...(hours ? [`messages ${hoursInWords(hours)}`] : []),
  ].join("; ");
}

const unknownWords = {
  keep: [],
  clear: ["what is unknown counts as over"],
  fire: ["what is unknown counts as a match"],
} as const;

/** When a rule is over, in words. */
export function endOf({ when, clear }: Pick<Sentence, "when" | "clear">): string {
  return clear === null ? `without ${wordsOf(widened(filterOfText(when)))}` : `with ${filterInWords(clear)}`;
}

const forSome = (minutes: number): string =>
  minutes === 0 ? "" : ` for ${minutes} minute${minutes === 1 ? "" : "s"}`;

const dayNames = {
  mon: "Mon",
  tue: "Tue",
  wed: "Wed",
  thu: "Thu",
  fri: "Fri",
  sat: "Sat",
  sun: "Sun",
} as const;

/** "on Mon, Tue from 08:00 to 18:00, Europe/Berlin" */
export const hoursInWords = ({ days, from, to, zone }: WeeklyHours): string =>
  `on ${days.map((day) => dayNames[day]).join(", ")}${from === to ? "" : ` from ${from} to ${to}`}, ${zone}`;
