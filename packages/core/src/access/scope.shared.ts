import type { OrganizationId } from "./scope.ts";

/** The one organization that people of an OpenID provider enter, from the row that names it. */
export function sharedOrganizationIn(row: { organizationId: string }): OrganizationId {
  return row.organizationId as OrganizationId;
}
