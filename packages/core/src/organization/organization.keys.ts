import { keyIn, keysIn, runIn } from "../table/keys.ts";

export const organizationKey = keyIn("ORG");

const memberPrefix = "MEMBER#";

export const memberKey = keysIn(memberPrefix);

/** How much of each limited thing an organization has at most. */
export const quotaKey = keyIn("QUOTA");

export const membersOf = runIn(memberPrefix);

/** The whole partition of an organization: rows of every noun. */
export const everythingOf = runIn("");

/** In the index: every organization, in the order of creation. */
export const everyOrganization = "ORGANIZATIONS";
/** In the index: organizations that are being deleted. For everybody else they are gone already. */
export const departingOrganizations = "ORGANIZATIONS_DEPARTING";
