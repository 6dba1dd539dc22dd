import type { MemberContext } from "../../access/context.ts";
import { chosenOrganization, type OrganizationId, ownOrganization } from "../../access/scope.ts";
import { may } from "../../contract/roles.ts";
import { isId } from "../../kit/ids.ts";
import { Problem } from "../../kit/problem.ts";
import { namesOf } from "../../organization/members.ts";
import { deploymentById, deploymentKey } from "../../table/keys.ts";

/** Somebody else's deployment and one that does not exist are the same. */
export const notFound = () => new Problem("notFound", "Deployment not found");

/**
 * The organization in which to look for a deployment: the one that is named, else the own one; for those who may see all,
 * the one that has it. Throws notFound where there is nowhere to look, and conflict when no organization is named and
 * several have a deployment of that id; otherwise says nothing about whether it is there.
 */
export async function locate(
  ctx: MemberContext,
  id: string,
  organizationId: string | undefined,
): Promise<OrganizationId> {
  if (!isId("deployment", id)) throw notFound();
  if (organizationId !== undefined) return named(ctx, organizationId);
  if (may(ctx.actor.roles, "seeEveryOrganization")) return await theOnlyOne(ctx, id);
  const own = ownOrganization(ctx.actor);
  if (!own) throw notFound();
  return own;
}

function named(ctx: MemberContext, organizationId: string): OrganizationId {
  const organization = isId("organization", organizationId)
    ? chosenOrganization(ctx.actor, organizationId)
    : undefined;
  if (!organization) throw notFound();
  return organization;
}

/** More entries than these are not looked at: to say that an id is ambiguous, two are enough. */
const mostTwins = 2;

/**
 * An agent key that has moved goes on creating deployments with ids of its first organization, so another organization
 * may have one with the same id. The index tells where one was lately; which are there now, their rows tell.
 */
async function theOnlyOne(ctx: MemberContext, id: string): Promise<OrganizationId> {
  const { keys } = await ctx.table.find(deploymentById(id), { limit: mostTwins });
  const places = keys.flatMap(({ pk }) => chosenOrganization(ctx.actor, pk.slice("ORG#".length)) ?? []);
  const [first] = places;
  if (first === undefined) throw notFound();
  if (places.length === 1) return first;
  const [rows, names] = await Promise.all([
    ctx.table.batchGet(places.map((place) => deploymentKey(place, id))),
    namesOf(ctx, places),
  ]);
  const living = places.filter((_, index) => rows[index] !== undefined);
  if (living.length < 2) return living[0] ?? first;
  throw ambiguous(living.map((place) => ({ id: place, name: names.get(place) ?? place })));
}

function ambiguous(organizations: { id: string; name: string }[]): Problem {
  const ids = organizations.map((organization) => organization.id).join(" or ");
  return new Problem("conflict", "Several organizations have a deployment with this id.", {
    code: "AMBIGUOUS_DEPLOYMENT",
    details: [`organizationId: must be ${ids}`],
    organizations,
  });
}
