import * as z from "zod";

/** The body of every error answer. `details` are sentences that start with the field's name. */
export const problemBody = z.object({
  code: z.string().describe("Machine-readable, e.g. NOT_FOUND"),
  message: z.string().describe("One sentence for a person"),
  details: z.array(z.string()).optional().describe('One sentence for each fault, e.g. "name: is required"'),
  organizations: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .optional()
    .describe(
      "With AMBIGUOUS_DEPLOYMENT: the organizations that have this deployment; repeat with one of them",
    ),
  requestId: z.string().describe("Quote it when asking for help"),
});
export type ProblemBody = z.infer<typeof problemBody>;
