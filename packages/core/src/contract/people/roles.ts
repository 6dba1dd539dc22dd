import * as z from "zod";

export type Right =
  | "seeEveryOrganization"
  | "useAdminArea"
  | "manageOrganization"
  | "deleteDeployments"
  /** Manage API keys and integrations of others. `contract/source/rights.ts` has the rules for one's own. */
  | "manageSources"
  /** Change and delete shared views of others. `contract/deployment/view-rights.ts` has the rules for one's own. */
  | "manageViews"
  /** Get the mail of the organization. Each person ends it for themselves. */
  | "getMail";

/** What a role is. Stored words never change. */
interface RoleTraits {
  /** It names the role in environment variables and, in small letters, in the configuration file and in sentences. */
  word: string;
  /** Where it applies. An account keeps only roles that apply everywhere when it leaves its organization. */
  reach: "everywhere" | "organization";
  rights: readonly Right[];
  /** Whether only somebody who manages the organization can give it to a person who joins. */
  isVouched: boolean;
  /** Whether there must be somebody with it within its reach, so that its last holder keeps it. */
  isRequired: boolean;
}

/** Every role, the strongest first. An account may have several; its rights are the union of theirs. */
export const roleTraits = {
  SUPER_ADMIN: {
    word: "SUPER_ADMIN",
    reach: "everywhere",
    rights: [
      "seeEveryOrganization",
      "useAdminArea",
      "manageOrganization",
      "deleteDeployments",
      "manageSources",
      "manageViews",
    ],
    isVouched: false,
    isRequired: true,
  },
  ORG_ADMIN: {
    word: "ADMIN",
    reach: "organization",
    rights: ["manageOrganization", "deleteDeployments", "manageSources", "manageViews", "getMail"],
    isVouched: true,
    isRequired: true,
  },
  VIEWER: {
    word: "VIEWER",
    reach: "organization",
    rights: [],
    isVouched: false,
    isRequired: false,
  },
} as const satisfies Record<string, RoleTraits>;

export type Role = keyof typeof roleTraits;

/** All roles, the strongest first. */
export const allRoles = Object.keys(roleTraits) as Role[];
export const role = z.enum(allRoles);

/** The roles that somebody has in an organization. A super admin is one in every organization. */
export type OrganizationRole = {
  [Each in Role]: (typeof roleTraits)[Each]["reach"] extends "organization" ? Each : never;
}[Role];

/** The traits of a role; undefined for one that only a later release knows. */
export const traitsOfRole = (each: string): RoleTraits | undefined =>
  Object.hasOwn(roleTraits, each) ? roleTraits[each as Role] : undefined;

const isOrganizations = (each: Role): each is OrganizationRole => roleTraits[each].reach === "organization";

/** The weakest first, as people choose from them. */
export const organizationRoles = allRoles.filter(isOrganizations).toReversed();
/** No `extract` of `role`: that ran when the module loaded, and kept all of Zod in the first download (14.8 KB). */
export const organizationRole = z.enum(organizationRoles);

/**
 * Whether one of the roles has the right. Unknown roles have none. The API decides by it. The web application hides by
 * it, for convenience only.
 */
export const may = (held: readonly string[], right: Right): boolean =>
  allRoles.some((each) => held.includes(each) && roleTraits[each].rights.some((one) => one === right));

/** The variable with the identity provider's groups that give the role. */
export const groupsVariable = <Each extends Role>(each: Each) =>
  `OIDC_GROUPS_${roleTraits[each].word}` as `OIDC_GROUPS_${(typeof roleTraits)[Each]["word"]}`;

/**
 * The roles that do not depend on an organization: an account keeps them when it leaves its organization. One that only
 * a later release knows is not kept.
 */
export const rolesBeyondOrganization = (held: readonly Role[]): Role[] =>
  held.filter((each) => traitsOfRole(each)?.reach === "everywhere");

/** The strongest of the roles that somebody has in an organization; undefined without one. */
export const strongestOf = (held: readonly Role[]): OrganizationRole | undefined =>
  organizationRoles.findLast((each) => held.includes(each));

/**
 * The role of a founder of an organization, of an accepted invitee, and of a configured super admin. A newcomer enters a
 * shared organization.
 */
export const initialRole = {
  founder: "ORG_ADMIN",
  invitee: "VIEWER",
  newcomer: "VIEWER",
  configured: "SUPER_ADMIN",
} as const satisfies Record<string, Role>;
