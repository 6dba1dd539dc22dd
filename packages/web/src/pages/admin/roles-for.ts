import type { Account } from "@shardwatch/core/contract/account";
import type { Role } from "@shardwatch/core/contract/roles";

/**
 * The roles that the form begins with for that organization: in their own the ones that somebody has, in another one
 * viewer, because the others were given for the own one. Super admins are so everywhere.
 */
export function rolesFor({ roles, organization }: Account, organizationId: string): readonly Role[] {
  const stays = organizationId === (organization?.id ?? "");
  const kept = stays ? roles : roles.filter((role) => role === "SUPER_ADMIN");
  return stays && kept.length > 0 ? kept : [...kept, "VIEWER"];
}
