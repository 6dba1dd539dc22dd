import { type Key, keyIn, keysIn, type Run, runIn } from "../table/keys.ts";

export const organizationKey = keyIn("ORG");

const memberPrefix = "MEMBER#";
const entryPrefix = "ORGANIZATION#";

export const memberKey = keysIn(memberPrefix);

/** The quota counters of an organization. */
export const quotaKey = keyIn("QUOTA");

export const membersOf = runIn(memberPrefix);

/** The whole partition of an organization, with rows of every noun. */
export const everythingOf = runIn("");

/** In the index: every organization, in the order of creation. */
export const everyOrganization = "ORGANIZATIONS";
/** In the index: organizations that are being deleted. Nobody else sees them. */
export const organizationsBeingDeleted = "ORGANIZATIONS_DEPARTING";

/** One row for each entry of the configuration file. It finds the organization of the entry again. */
export const entryKey = (hash: string): Key => ({ pk: "CONFIGURATION", sk: `${entryPrefix}${hash}` });

export const everyEntry: Run = { pk: "CONFIGURATION", prefix: entryPrefix };

/** Names the organization that people of an OpenID provider enter. */
export const sharedKey: Key = { pk: "PLATFORM", sk: "SHARED" };
