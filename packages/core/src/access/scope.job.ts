import type { OrganizationId } from "./scope.ts";

/** The organization in a job of our own queue. The code that queued the job was allowed to use it. */
export function organizationOfJob(id: string): OrganizationId {
  return id as OrganizationId;
}
