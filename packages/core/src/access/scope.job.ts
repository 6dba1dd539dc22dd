import type { OrganizationId } from "./scope.ts";

/** The organization that a job in our own queue names. The code that queued the job was allowed to use it. */
export function organizationOfJob(id: string): OrganizationId {
  return id as OrganizationId;
}
