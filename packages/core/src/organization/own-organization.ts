import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import type { Organization, OwnOrganizationInput } from "../contract/people/organization.ts";
import { may } from "../contract/people/roles.ts";
import { Problem } from "../kit/problem.ts";
import { amend } from "./amend.ts";
import { read } from "./read.ts";

const none = () =>
  new Problem("notFound", "You are not currently a member of any organization.", { code: "NO_ORGANIZATION" });

/** The caller's organization. Throws notFound, code NO_ORGANIZATION, for a caller without one. */
export function requireOwnOrganization(ctx: MemberContext): OrganizationId {
  const id = ownOrganization(ctx.actor);
  if (!id) throw none();
  return id;
}

/** The caller's organization with its members. Throws notFound, code NO_ORGANIZATION, when there is none. */
export async function getOwn(ctx: MemberContext): Promise<Organization> {
  const organization = await read(ctx, requireOwnOrganization(ctx));
  if (!organization) throw none();
  return organization;
}

/**
 * Changes name, description and setting of the caller's organization, and returns it. An absent description
 * or setting stays; an empty description is removed. Throws notFound, code NO_ORGANIZATION, when there is
 * none. Throws forbidden for a role that may only view it.
 */
export async function changeOwn(ctx: MemberContext, input: OwnOrganizationInput): Promise<Organization> {
  const id = requireOwnOrganization(ctx);
  if (!may(ctx.actor.roles, "manageOrganization"))
    throw new Problem("forbidden", "Your role doesn't allow this.");
  if (!(await amend(ctx, id, input))) throw none();
  const { onlyAdminsManageSources } = input;
  const setting = onlyAdminsManageSources !== undefined && { after: { onlyAdminsManageSources } };
  audit(ctx, "organization.changed", { organizationId: id, ...setting });
  return await getOwn(ctx);
}
