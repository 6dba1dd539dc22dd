import type { OrganizationId } from "./scope.ts";

/** The organization that is being deleted, for the next step of its deletion. Nobody else is left in it. */
export function organizationBeingDeleted(id: string): OrganizationId {
  return id as OrganizationId;
}
