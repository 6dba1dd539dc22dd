import type { OrganizationId } from "./scope.ts";

/** The organization that an account's own row names; null for an account without. */
export function organizationOfAccount(account: {
  organizationId?: string | undefined;
}): OrganizationId | null {
  return (account.organizationId ?? null) as OrganizationId | null;
}
