import type { OrganizationId } from "./scope.ts";

/** An organization of the configuration file, from the row that finds it by its entry. */
export function organizationOfEntry(row: { organizationId: string }): OrganizationId {
  return row.organizationId as OrganizationId;
}
