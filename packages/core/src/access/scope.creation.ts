import type { OrganizationId } from "./scope.ts";

/** The organization that is about to be created. No other account can have it yet. */
export function organizationBeingCreated(id: string): OrganizationId {
  return id as OrganizationId;
}
