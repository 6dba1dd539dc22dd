import type { OrganizationId } from "./scope.ts";

/** An organization in an invitation's own row: the one that invites, or the one that the invitee leaves. */
export function organizationOfInvitation(id: string): OrganizationId {
  return id as OrganizationId;
}
