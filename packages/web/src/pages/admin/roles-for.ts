import type { Account } from "@shardwatch/core/contract/people/account";
import { initialRole, type Role, rolesBeyondOrganization } from "@shardwatch/core/contract/people/roles";

/**
 * The initial roles in the form for an organization. In their own organization a person keeps their roles. In
 * another one they start as viewer, because roles are given for one organization. A super admin keeps that
 * role everywhere.
 */
export function rolesFor({ roles, organization }: Account, organizationId: string): readonly Role[] {
  const stays = organizationId === (organization?.id ?? "");
  const kept = stays ? roles : rolesBeyondOrganization(roles);
  return stays && kept.length > 0 ? kept : [...kept, initialRole.newcomer];
}
