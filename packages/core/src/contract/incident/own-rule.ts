import * as z from "zod";
import { longestFilter } from "../deployment/view.ts";
import { isWorse } from "./severity-order.ts";
import { managedBy } from "../people/managed.ts";
import { revision } from "../revision.ts";
import { typedLines, typedName } from "../typed-text.ts";
import {
  longestAdvice,
  longestFor,
  longestKeep,
  longestRuleName,
  ruleDefaults,
  ruleGroupings,
  shortestUnknown,
  unknownMeanings,
  weekdays,
} from "./rule-words.ts";
import { incidentSeverities } from "./words.ts";

/* A rule that an organization writes, and what it can change about a built-in one. */

/** More channels than an organization can have. */
const mostChannels = 100;

const filter = z.string().max(longestFilter, `must be no more than ${longestFilter} characters long`);
const minutes = (least: number, most: number) =>
  z
    .int({ error: `must be whole minutes from ${least} to ${most}` })
    .min(least, `must be at least ${least} minutes`)
    .max(most, `must be at most ${most} minutes`);
const severity = z.enum(incidentSeverities);

const channels = z
  .array(z.string().max(64))
  .max(mostChannels)
  .nullable()
  .describe("The ids of the channels that get its incidents; null: all that are on; none: nobody");

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 08:30");

/** Whether the runtime knows the zone. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format(0) !== "";
  } catch {
    return false;
  }
}

/** When messages go out: some days, between two times of a named zone. */
const weeklyHours = z
  .object({
    days: z.array(z.enum(weekdays)).min(1, "must name a day").max(weekdays.length),
    from: timeOfDay,
    to: timeOfDay.describe("Earlier than from: on the next day. The same as from: the whole day"),
    zone: z.string().max(64).refine(isZone, "must be a time zone such as Europe/Berlin"),
  })
  .describe(
    "When its messages go out. Its incidents open at any time, and the beginning sends what is still open",
  );
export type WeeklyHours = z.infer<typeof weeklyHours>;

/** The fields of a rule, each without its default: a change has only what it names. */
const fields = {
  name: z
    .string({ error: "A name is required" })
    .trim()
    .min(1, "A name is required")
    .max(longestRuleName, `must be no more than ${longestRuleName} characters long`)
    .superRefine(typedName("The name")),
  scope: filter.describe(
    'Which deployments it watches, as the query of the list or as a line: "source:agent"; empty: all',
  ),
  when: filter
    .min(1, "must say what is wrong, such as util>90")
    .describe('The filter that a deployment has to match: "util>90 policy:noeviction"'),
  worse: filter.min(1).nullable().describe("The filter of its second, more urgent step"),
  clear: filter
    .min(1)
    .nullable()
    .describe(
      "The filter that ends it; null: when it no longer matches, 5 points below a percentage and 10 % below any other number",
    ),
  for: minutes(0, longestFor).describe("How many minutes it has to match"),
  keep: minutes(1, longestKeep).describe("How many minutes it has to be over"),
  severity,
  worseSeverity: severity.describe("Of the second step"),
  unknown: z.enum(unknownMeanings).describe("What counts where a fact is not known"),
  group: z
    .enum(ruleGroupings)
    .describe("Whether each deployment has an incident of its own, or all have one"),
  channels,
  hours: weeklyHours.nullable(),
  advice: z
    .string()
    .trim()
    .max(longestAdvice, `must be no more than ${longestAdvice} characters long`)
    .superRefine(typedLines("The advice"))
    .describe("What to do, for who gets the message"),
};

const definition = z.object(fields);

/** A rule as people write it. */
export type RuleDefinition = z.infer<typeof definition>;

/** What no single field can say. */
function checkTogether(rule: RuleDefinition, context: z.RefinementCtx<RuleDefinition>): void {
  const wrong = (path: keyof RuleDefinition, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (rule.worse !== null && !isWorse(rule.worseSeverity, rule.severity))
    wrong("worseSeverity", `must be more urgent than ${rule.severity}`);
  if (rule.unknown === "fire" && rule.for < shortestUnknown)
    wrong("for", `must be at least ${shortestUnknown} minutes where what is unknown counts as a match`);
}

export { ruleDefaults };

export const ruleInput = z.object({
  ...fields,
  scope: fields.scope.default(ruleDefaults.scope),
  worse: fields.worse.default(ruleDefaults.worse),
  clear: fields.clear.default(ruleDefaults.clear),
  for: fields.for.default(ruleDefaults.for),
  keep: fields.keep.default(ruleDefaults.keep),
  severity: fields.severity.default(ruleDefaults.severity),
  worseSeverity: fields.worseSeverity.default(ruleDefaults.worseSeverity),
  unknown: fields.unknown.default(ruleDefaults.unknown),
  group: fields.group.default(ruleDefaults.group),
  channels: fields.channels.default(ruleDefaults.channels),
  hours: fields.hours.default(ruleDefaults.hours),
  advice: fields.advice.default(ruleDefaults.advice),
});
/** The same with what no single field can say. */
export const checkedRule = definition.superRefine(checkTogether);
/** What is left out stays. */
export const ruleChange = definition.partial();
export type RuleChange = z.infer<typeof ruleChange>;

/** What is asked before a rule is saved that matches much of its scope. */
export const confirmation = z
  .boolean()
  .default(false)
  .describe(
    "Required for a rule that would fire now on more than a fifth of its scope, and more than 10 deployments",
  );

/** From which figure on an incident has the severity. */
export const thresholds = z.object({
  info: z.number().optional(),
  warning: z.number().optional(),
  critical: z.number().optional(),
});

/** What an organization changed about a built-in rule. What is left out is as the rule has it. */
export const builtInChanges = z.object({
  thresholds: thresholds
    .optional()
    .describe(
      "From which figure on an incident has the severity, in the unit of the rule. Others have no step",
    ),
  for: minutes(0, longestFor).optional(),
  severity: severity.optional(),
  channels: channels.optional(),
});
export type BuiltInChanges = z.infer<typeof builtInChanges>;

/** Who saved a rule last. */
const saved = {
  changedBy: z.object({
    id: z.string(),
    name: z.string().nullable().describe("Null for an account that is gone"),
  }),
  changedAt: z.iso.datetime(),
  managedBy,
  revision,
};

/** A rule of an organization, with who wrote it. */
export const ownRule = z.object({ ...fields, ...saved });
export type OwnRule = z.infer<typeof ownRule>;

/** The changes of a built-in rule, with who made them. */
export const savedChanges = z.object({ ...builtInChanges.shape, ...saved });
export type SavedChanges = z.infer<typeof savedChanges>;
