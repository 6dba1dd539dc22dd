import * as z from "zod";

/* Apart from the report, because the function that takes reports in checks no answer. */

const identified = z.object({ key: z.string(), id: z.string() });

/** The answer to an accepted report. */
export const reportAccepted = z.object({
  deployments: z.array(identified),
  refused: z
    .array(
      identified.extend({
        reason: z.string().describe('"OWNED_BY_ANOTHER_KEY"; others may follow'),
        message: z.string(),
      }),
    )
    .optional()
    .describe("Those of the report that were left out, and stay as they were; absent when there are none"),
  nextReportInSeconds: z.number(),
  slots: z.object({ everySeconds: z.number().describe("How often the agent sends its slots") }).optional(),
  serverTime: z.iso.datetime().describe("Our clock, so that the agent can tell its own skew"),
});
export type ReportAccepted = z.infer<typeof reportAccepted>;
