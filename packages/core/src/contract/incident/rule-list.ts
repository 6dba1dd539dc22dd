import * as z from "zod";
import { anyRule } from "./any-rule.ts";
import { ownRule, savedChanges, thresholds } from "./own-rule.ts";
import { incidentSeverities } from "./words.ts";

/** How many days the incidents of a rule are counted over. */
export const ruleDays = 30;

/** A channel that gets the incidents of a rule. */
const notifiedChannel = z.object({
  id: z.string(),
  name: z.string(),
  managed: z
    .object({
      target: z.string().describe("As in the list of channels"),
      minimum: z.enum(incidentSeverities).describe("What is less urgent is not sent"),
    })
    .optional()
    .describe("Only for those who manage the organization"),
});

/** What an organization may change about a built-in rule, with the values that it has until then. */
export const changeable = z.object({
  thresholds: z
    .object({
      unit: z.enum(["percent", "days"]),
      values: thresholds,
    })
    .optional()
    .describe("Absent where no figure decides"),
  for: z.number().optional().describe("Minutes; absent where the time has a meaning of its own"),
  severity: z.enum(incidentSeverities).optional().describe("Absent where a figure decides it"),
});
export type Changeable = z.infer<typeof changeable>;

/** A rule that watches an organization, and what it did there. */
export const watchingRule = z.object({
  id: anyRule,
  name: z.string(),
  condition: z.string().describe("When it opens an incident and when that is over, in words"),
  severities: z
    .array(z.enum(incidentSeverities))
    .describe("Those that its incidents can have, the most urgent first"),
  opened: z.number().describe(`How many incidents of it opened in the last ${ruleDays} days`),
  channels: z.array(notifiedChannel).describe("Those that are on and get incidents of it"),
  changeable: changeable.optional().describe("Of a built-in rule"),
  changes: savedChanges
    .optional()
    .describe("What the organization changed about a built-in rule; absent for nothing"),
  own: ownRule.optional().describe("A rule that the organization wrote; absent for a built-in one"),
});
export type WatchingRule = z.infer<typeof watchingRule>;

export const ruleList = z.object({
  rules: z.array(watchingRule).describe("Those of the organization by name, then the built-in ones"),
  isPartial: z
    .boolean()
    .optional()
    .describe("Present when so many incidents opened that the numbers are at least these"),
});
export type RuleList = z.infer<typeof ruleList>;
