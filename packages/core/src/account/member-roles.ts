import type { MemberContext } from "../access/context.ts";
import type { MemberRoles } from "../contract/people/member.ts";
import { organizationRoles, type Role } from "../contract/people/roles.ts";
import { memberIds } from "../organization/members.ts";
import { requireOwnOrganization } from "../organization/own-organization.ts";
import { findAccounts } from "./people.ts";

/**
 * The roles of the members of the caller's organization, for every member: they have to know whom to ask. Throws
 * notFound, code NO_ORGANIZATION, for a caller without one.
 */
export async function memberRoles(ctx: MemberContext): Promise<MemberRoles[]> {
  const organization = requireOwnOrganization(ctx);
  const accounts = await findAccounts(ctx, await memberIds(ctx, organization));
  // A member's row and its account are written together, but read one after the other. They may differ here.
  const members = [...accounts.values()].filter(({ organizationId }) => organizationId === organization);
  // Who administers the whole product is nobody's concern here.
  const isOrganizations = (one: Role) => organizationRoles.some((role) => role === one);
  return members.map(({ id, roles }) => ({ id, roles: roles.filter(isOrganizations) }));
}
