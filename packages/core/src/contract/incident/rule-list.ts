import * as z from "zod";
import { ruleIds } from "./rules.ts";
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

/** A rule that watches every organization, and what it did in one. */
export const watchingRule = z.object({
  id: z.enum(ruleIds),
  name: z.string(),
  condition: z.string().describe("When it opens an incident and when that is over, in words"),
  severities: z
    .array(z.enum(incidentSeverities))
    .describe("Those that its incidents can have, the most urgent first"),
  opened: z.number().describe(`How many incidents of it opened in the last ${ruleDays} days`),
  channels: z.array(notifiedChannel).describe("Those that are on and get incidents of it"),
});
export type WatchingRule = z.infer<typeof watchingRule>;

export const ruleList = z.object({
  rules: z.array(watchingRule),
  isPartial: z
    .boolean()
    .optional()
    .describe("Present when so many incidents opened that the numbers are at least these"),
});
export type RuleList = z.infer<typeof ruleList>;
