import * as z from "zod";

/** One step of the last reading of a connected account. */
export const readingStep = z.object({
  name: z.string().describe('For example "List caches"'),
  state: z.enum(["ok", "failed", "skipped"]).describe('"skipped" because a step before it failed'),
  reason: z.string().nullable().describe("The missing right, or what the third party answered"),
  regions: z.array(z.string()).describe("The regions in which it failed; empty when regions don't matter"),
});
export type ReadingStep = z.infer<typeof readingStep>;

/** The steps of the last reading, as every kind of integration answers them. */
export const readingSteps = z
  .array(readingStep)
  .describe("Of the last reading, in their order; empty before the first");

/** A reading that a person waits for. */
export const readingProgress = z.object({
  steps: z.array(readingStep).describe("Those that are over, in their order"),
  next: z.string().describe("The name of the step that is under way"),
});
export type ReadingProgress = z.infer<typeof readingProgress>;

/** The same, as every kind of integration answers it. */
export const readingUnderWay = readingProgress
  .nullable()
  .describe("How far a reading is that somebody asked for; null without one");

/** The same, as every kind of integration answers it. */
export const lastDataAt = z.iso
  .datetime()
  .nullable()
  .describe("When a reading that brought data ended last; null for never, and when not known");

/** Calls of the last reading beside their limit. */
export const readingCalls = z
  .object({ used: z.number(), budget: z.number() })
  .nullable()
  .describe("Calls of the last reading, and how many one may use; null where nothing limits them");
