import type { OrganizationId } from "../access/scope.ts";
import type { Key, Run } from "../table/keys.ts";

const prefix = "AUDIT#";

/**
 * The partition of an organization's audit. It is not the organization's own one, so that lists never read
 * it, and it outlives the organization. Events that concern no organization are in one partition.
 */
const partition = (organization: OrganizationId | null): string => `${prefix}${organization ?? "none"}`;

/** The id of an event begins with its time, so the keys are in the order of time. */
export const auditKey = (organization: OrganizationId | null, id: string): Key => ({
  pk: partition(organization),
  sk: id,
});

export const auditOf = (organization: OrganizationId | null): Run => ({
  pk: partition(organization),
  prefix: "",
});
