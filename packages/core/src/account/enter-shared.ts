import type { Origin, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditRow, byPerson } from "../audit/audit.ts";
import { initialRole, type Role, rolesBeyondOrganization } from "../contract/people/roles.ts";
import { type Member, putMemberOf, requireActive } from "../organization/organization.ts";
import { createShared, findShared } from "../organization/shared.ts";
import type { Identity } from "../ports/identity.ts";
import type { Write } from "../table/table.ts";
import { membershipsOf } from "./group-memberships.ts";
import { isConfigured, rolesOfGroups } from "./provider-roles.ts";

/** The organization and roles of a new account, with the writes that add it there. */
export interface Membership {
  organization: OrganizationId;
  roles: Role[];
  /** Present when a group of the configuration file has decided. */
  placedBy?: "file";
  writes: Write[];
}

/**
 * The organization for a new account: the one that the person's groups lead to, or the shared one. The first
 * person creates that one, without being its admin for that: the provider's groups or the configuration say who is.
 */
export async function enterShared(
  services: Services,
  identity: Identity,
  { self, name, origin }: { self: Member; name: string; origin: Origin | undefined },
): Promise<Membership> {
  const configured: Role[] = isConfigured(services, identity.email) ? [initialRole.configured] : [];
  const roles = rolesOfGroups(services, identity) ?? [...configured, initialRole.newcomer];
  const [membership] = await membershipsOf(services, identity);
  if (membership)
    return {
      organization: membership.organization,
      roles: [...rolesBeyondOrganization(roles), membership.role],
      placedBy: "file",
      writes: [putMemberOf(membership.organization, self), requireActive(membership.organization)],
    };
  const shared = await findShared(services);
  if (shared.id !== undefined && shared.exists)
    return {
      organization: shared.id,
      roles,
      writes: [putMemberOf(shared.id, self), requireActive(shared.id)],
    };
  const { id, writes } = createShared(services, name, self, shared);
  const cause = { ...byPerson(services, self.accountId), origin };
  const event = auditRow(cause, id, { action: "organization.created", id, name });
  return { organization: id, roles, writes: [...writes, event] };
}
