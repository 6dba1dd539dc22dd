/* The limits and words of rules. No schema is in this file. */

/** How many rules an organization can write. */
export const mostOwnRules = 50;

/** How many characters the name of a rule may have, and the advice that people write. */
export const longestRuleName = 80;
export const longestAdvice = 500;

/** The longest time that a condition can have to hold, and to be over, in minutes. */
export const longestFor = 1_440;
export const longestKeep = 60;

/** The shortest time in which nothing is known that opens an incident, in minutes. */
export const shortestUnknown = 15;

/**
 * What a rule does where a fact is not known. "keep": the finding stays as it is, and the time does not count. "clear":
 * it counts as well. "fire": it counts as a match.
 */
export const unknownMeanings = ["keep", "clear", "fire"] as const;
export type UnknownMeaning = (typeof unknownMeanings)[number];

/** Whether each deployment has an incident of its own, or all that match have one. */
export const ruleGroupings = ["deployment", "rule"] as const;
export type RuleGrouping = (typeof ruleGroupings)[number];

/** The days of a week, in its order. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** What a field is where a new rule leaves it out. */
export const ruleDefaults = {
  scope: "",
  worse: null,
  clear: null,
  for: 5,
  keep: 5,
  severity: "warning",
  worseSeverity: "critical",
  unknown: "keep",
  group: "deployment",
  channels: null,
  hours: null,
  advice: "",
} as const;

/** Fields that say nothing in a rule: it is of one organization, and its incidents are its own result. */
export const withoutMeaning: readonly string[] = ["org", "incident", "severity"];

/** The fields of a canonical filter that say nothing in a rule. */
export function meaninglessInRule(filter: string): string[] {
  const fields = [...new URLSearchParams(filter).keys()];
  return withoutMeaning.filter((field) => fields.includes(field));
}
