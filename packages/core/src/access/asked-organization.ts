import { Problem } from "../kit/problem.ts";
import type { ReaderContext } from "./context.ts";
import { chosenOrganization, everyOrganization, type OrganizationId, ownOrganization } from "./scope.ts";

interface Sentences {
  /** For an organization that the caller may not see. */
  forbidden: string;
  /** For a caller who sees all organizations and names none. Left out where they get their own. */
  unnamed?: string;
}

/**
 * The organization that a request names, or else the caller's own; null for a caller without one. Throws forbidden and
 * invalid with these sentences.
 */
export function askedOrganization(
  { actor }: ReaderContext,
  named: string | undefined,
  { forbidden, unnamed }: Sentences,
): OrganizationId | null {
  if (named === undefined && unnamed !== undefined && everyOrganization(actor))
    throw new Problem("invalid", "Please choose an organization.", { details: [unnamed] });
  if (named === undefined) return ownOrganization(actor);
  const organization = chosenOrganization(actor, named);
  if (!organization) throw new Problem("forbidden", forbidden);
  return organization;
}
