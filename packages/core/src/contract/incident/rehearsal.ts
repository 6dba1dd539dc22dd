import * as z from "zod";
import { deploymentSources } from "../source/source.ts";
import { fieldNames } from "../filter/fields.ts";
import { ruleInput } from "./own-rule.ts";

/* What a rule would find now, and what it would have found. */

/** For how many evenings and days of the past a rule is tried. */
export const rehearsedDays = 30;

/** How many deployments an answer names. */
export const mostSamples = 20;

/** What decides on what a rule finds. */
export const previewInput = ruleInput
  .pick({ scope: true, when: true, worse: true, clear: true, unknown: true })
  .describe("The parts of a rule that decide on what it finds");

const sample = z.object({
  id: z.string(),
  name: z.string(),
  value: z.string().nullable().describe("What the rule sees: “Memory utilization 92%”"),
});

/** Deployments of a source of which a field that the rule asks for is not known. */
const unknownPart = z.object({
  field: z.enum(fieldNames),
  label: z.string().describe("What people call the field"),
  source: z.enum(deploymentSources),
  count: z.number(),
  reason: z
    .enum(["never", "silent", "now"])
    .describe(
      "never: this kind of source does not report it; silent: the deployment reports nothing; now: its newest report lacks it",
    ),
});

/** What a rule finds now. */
export const rulePreview = z.object({
  total: z.number().describe("How many deployments the organization has"),
  inScope: z.number(),
  matching: z.number().describe("How many match now, and would fire if that lasts"),
  urgent: z.number().describe("How many of them match the second step"),
  unknown: z.number().describe("Of how many too little is known"),
  reasons: z.array(unknownPart),
  samples: z.array(sample).max(mostSamples).describe("Some of those that match"),
  over: z.string().describe("When it is over, as a filter: “util<80”"),
});
export type RulePreview = z.infer<typeof rulePreview>;

/** What a rule would have matched at the end of each day. */
export const ruleEvenings = z.object({
  evenings: z
    .array(
      z.object({
        date: z.iso.date(),
        inScope: z.number().nullable().describe("Null: nothing is stored of that day"),
        matching: z.number(),
        unknown: z.number(),
      }),
    )
    .describe("The oldest first"),
  notKept: z
    .array(z.object({ field: z.enum(fieldNames), label: z.string() }))
    .describe("Fields whose past is not kept, so that the evenings say nothing of them"),
});
export type RuleEvenings = z.infer<typeof ruleEvenings>;
