import type { MemberContext } from "../access/context.ts";
import { chosenOrganization, type OrganizationId, ownOrganization } from "../access/scope.ts";
import { may } from "../contract/roles.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { deploymentById } from "../table/keys.ts";

/** Somebody else's deployment and one that does not exist are the same. */
export const notFound = () => new Problem("notFound", "Deployment not found");

/**
 * Where to look for a deployment: in the own organization, or for those who may see all in the one that has it.
 * Throws notFound where there is nowhere to look; otherwise says nothing about whether it is there.
 */
export async function locate(ctx: MemberContext, id: string): Promise<OrganizationId> {
  const organization = isId("deployment", id) ? await organizationOf(ctx, id) : undefined;
  if (!organization) throw notFound();
  return organization;
}

async function organizationOf(ctx: MemberContext, id: string): Promise<OrganizationId | undefined> {
  if (!may(ctx.actor.roles, "seeEveryOrganization")) return ownOrganization(ctx.actor) ?? undefined;
  const { keys } = await ctx.table.find(deploymentById(id), { limit: 1 });
  const organization = keys[0]?.pk.slice("ORG#".length);
  return organization === undefined ? undefined : chosenOrganization(ctx.actor, organization);
}
