import type { MemberContext } from "../access/context.ts";
import {
  chosenOrganization,
  everyOrganization,
  type OrganizationId,
  ownOrganization,
} from "../access/scope.ts";
import { Problem } from "../kit/problem.ts";

/**
 * The organization whose past is asked for; null for a person without one. Throws forbidden for another organization,
 * and invalid when somebody who sees all organizations names none.
 */
export function organizationOf(ctx: MemberContext, named: string | undefined): OrganizationId | null {
  if (named === undefined && !everyOrganization(ctx.actor)) return ownOrganization(ctx.actor);
  if (named === undefined)
    throw new Problem("invalid", "Please choose an organization.", {
      details: ["organizationId: must name the organization whose history is wanted"],
    });
  const chosen = chosenOrganization(ctx.actor, named);
  if (!chosen) throw new Problem("forbidden", "You can only see the history of your own organization.");
  return chosen;
}
