import type { FailureLimit } from "../attempts/failures.ts";

/** How many accounts of one kind an organization may connect. */
export const mostIntegrations = 50;

/**
 * Limits credentials that a third party refused. So nobody can guess them through us, or use up the calls
 * that the third party allows us.
 */
export const refusedCredentials: Pick<FailureLimit, "perAccount" | "perOrganization" | "counts"> = {
  perAccount: 20,
  perOrganization: 60,
  counts: ({ kind }) => kind === "invalid" || kind === "conflict",
};
