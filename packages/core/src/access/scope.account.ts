import type { OrganizationId } from "./scope.ts";

/** The organization in an account's own row; null for an account without one. */
export function organizationOfAccount(account: {
  organizationId?: string | undefined;
}): OrganizationId | null {
  return (account.organizationId ?? null) as OrganizationId | null;
}
