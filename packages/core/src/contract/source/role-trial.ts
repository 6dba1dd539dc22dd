import * as z from "zod";

/** The question whether a role can be connected. The API sends it to the function that may assume roles. */
export const roleTrial = z.object({
  kind: z.literal("tryRole"),
  roleArn: z.string(),
  /** The external ID that the role's trust policy must require. */
  externalId: z.string(),
  /** Shown in the customer's CloudTrail. */
  sessionName: z.string(),
});
export type RoleTrial = z.infer<typeof roleTrial>;

/** What AWS's answers say about the role. */
export const trialResult = z.discriminatedUnion("outcome", [
  /** It accepts us with the external ID, and refuses us without it. */
  z.object({ outcome: z.literal("trusted") }),
  /** It refuses us with the external ID, or does not exist. */
  z.object({ outcome: z.literal("denied") }),
  /** It accepts us without the external ID, or with a wrong one. */
  z.object({ outcome: z.literal("open") }),
  /** Too many calls. */
  z.object({ outcome: z.literal("throttled") }),
  /** No clear answer: a later retry may succeed. */
  z.object({ outcome: z.literal("unavailable"), reason: z.string().max(200) }),
]);
export type TrialResult = z.infer<typeof trialResult>;
