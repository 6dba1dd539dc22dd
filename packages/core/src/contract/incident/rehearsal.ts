import * as z from "zod";
import { channelKinds } from "../channel/words.ts";
import { deploymentSources } from "../source/source.ts";
import { fieldNames } from "../filter/fields.ts";
import { ruleInput } from "./own-rule.ts";
import { mostLongest, mostNoisiest, mostSamples } from "./rehearsal-words.ts";

/* What a rule would find now, and what it would have found. */

const fieldName = z.enum(fieldNames);

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
  field: fieldName,
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
  over: z.string().describe("When it is over, in words: “without memory utilization at least 85%”"),
});
export type RulePreview = z.infer<typeof rulePreview>;

/** A field of a rule of whose past the product says nothing. */
const notKept = z.object({
  field: fieldName,
  label: z.string(),
  reason: z.string().describe("A sentence"),
});
export type NotKept = z.infer<typeof notKept>;

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
    .describe("The oldest first. Fewer than 30 days for a fleet that is too large to keep 30 at hand"),
  notKept: z
    .array(notKept)
    .describe("Fields whose past is not kept, so that the evenings say nothing of them"),
});
export type RuleEvenings = z.infer<typeof ruleEvenings>;

/** The rule to rehearse. It needs no name yet. */
export const rehearsalInput = ruleInput
  .extend({ name: ruleInput.shape.name.default("This rule") })
  .describe("The rule, as it would be saved");

const bounds = { least: z.number(), most: z.number() };
const counts = {
  ...bounds,
  likely: z
    .number()
    .describe("If the largest value of each hour and slot lasted for all of it; between least and most"),
};
const time = z.iso.datetime();

const longIncident = z.object({
  id: z.string().describe("Of the deployment"),
  name: z.string(),
  begin: time,
  end: time.nullable().describe("Null: it would be open now"),
  value: z.string().nullable().describe("What the rule sees: “Memory utilization 92%”"),
});

const rehearsedDay = z.object({
  date: z.iso.date(),
  ...bounds,
  firing: z
    .object(bounds)
    .describe("For how many minutes a deployment would have an incident, of all deployments together"),
  resolution: z
    .enum(["5m", "1h", "1d"])
    .nullable()
    .describe("How often values are kept of that day. Null: nothing is kept"),
  unknownShare: z.number().describe("The part of the time of which nothing is known: 0 to 1"),
});

const neighbour = z.object({
  by: z.number().describe("By how much the number of `when` is moved: -10 to 10"),
  unit: z.enum(["points", "percent"]).describe("points: of a percentage. percent: of the number"),
  when: z.string().describe("The condition with that number, as a filter: “util=85..”"),
  ...counts,
});

/**
 * What a rule would have done in the last 30 days. The truth of passes in every minute lies between least and most. They
 * are apart where only the largest value of an hour or of five minutes is kept.
 */
export const ruleRehearsal = z.object({
  from: time,
  to: time,
  deployments: z.object({
    inScope: z.number().describe("In scope now or on any evening"),
    read: z.number().describe("Of how many the past was read"),
    leftOut: z.number().describe("Of how many it was not: they matched on no evening, or were too many"),
  }),
  isPartial: z
    .boolean()
    .describe("Whether deployments were left out, so that there may be more than `most`: say “at least”"),
  incidents: z.object(counts),
  longest: z.array(longIncident).max(mostLongest).describe("The longest incidents that there can have been"),
  messages: z
    .array(z.object({ id: z.string(), name: z.string(), kind: z.enum(channelKinds), ...counts }))
    .describe("How many messages each channel would have got, its weekly hours and summaries counted"),
  days: z.array(rehearsedDay).describe("The oldest first"),
  noisiest: z.array(z.object({ id: z.string(), name: z.string(), ...bounds })).max(mostNoisiest),
  neighbours: z
    .array(neighbour)
    .describe("The same with another number. Empty where `when` has no single range with one end"),
  notKept: z.array(notKept).describe("Fields whose past is not kept. They count as unknown"),
});
export type RuleRehearsal = z.infer<typeof ruleRehearsal>;

/** One line of the answer. The last one is the result, or why there is none. */
export const rehearsalLine = z.union([
  z.object({ progress: z.object({ done: z.number(), of: z.number() }) }),
  z.object({ result: ruleRehearsal }),
  z.object({ problem: z.object({ title: z.string() }) }),
]);
export type RehearsalLine = z.infer<typeof rehearsalLine>;
