import type { OrganizationId } from "../access/scope.ts";
import { type Key, partitionOf, type Run } from "../table/keys.ts";

export const organizationKey = (id: OrganizationId): Key => ({ pk: partitionOf(id), sk: "ORG" });

const memberPrefix = "MEMBER#";

export const memberKey = (organization: OrganizationId, accountId: string): Key => ({
  pk: partitionOf(organization),
  sk: `${memberPrefix}${accountId}`,
});

/** How much of each limited thing an organization has at most. */
export const quotaKey = (organization: OrganizationId): Key => ({
  pk: partitionOf(organization),
  sk: "QUOTA",
});

export const membersOf = (organization: OrganizationId): Run => ({
  pk: partitionOf(organization),
  prefix: memberPrefix,
});

/** The whole partition of an organization: rows of every noun. */
export const everythingOf = (organization: OrganizationId): Run => ({
  pk: partitionOf(organization),
  prefix: "",
});

/** In the index: every organization, in the order of creation. */
export const everyOrganization = "ORGANIZATIONS";
/** In the index: organizations that are being deleted. For everybody else they are gone already. */
export const departingOrganizations = "ORGANIZATIONS_DEPARTING";
