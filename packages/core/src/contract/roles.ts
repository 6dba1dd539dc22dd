import * as z from "zod";

export type Right =
  | "seeEveryOrganization"
  | "useAdminArea"
  | "manageOrganization"
  | "deleteDeployments"
  /** Manage API keys and integrations of others. `contract/source-rights.ts` has the rules for one's own. */
  | "manageSources"
  /** Change and delete shared views of others. `contract/view-rights.ts` has the rules for one's own. */
  | "manageViews"
  /** Get the mail of the organization. Each person ends it for themselves. */
  | "getMail";

/** What a role is. Stored words never change. */
interface RoleTraits {
  label: string;
  /** What somebody with it is, in a sentence. */
  noun: string;
  /** Its purpose, as a sentence. */
  help: string;
  /** Where it applies. An account keeps only roles that apply everywhere when it leaves its organization. */
  reach: "everywhere" | "organization";
  rights: readonly Right[];
  /** The variable with the identity provider's groups that give it. */
  groups: string;
  /** Its word in the configuration file; null where the file can't give it. */
  inFile: string | null;
  /** Whether only somebody who manages the organization can give it to a person who joins. */
  isVouched: boolean;
  /** Why the last holder keeps it: there must be one within its reach. Null where there need not be. */
  lastHolder: { readonly code: string; readonly message: string } | null;
}

/** Every role, the strongest first. An account may have several; its rights are the union of theirs. */
export const roleTraits = {
  SUPER_ADMIN: {
    label: "Super Admin",
    noun: "a super admin",
    help: "Super admins can see and change everything.",
    reach: "everywhere",
    rights: [
      "seeEveryOrganization",
      "useAdminArea",
      "manageOrganization",
      "deleteDeployments",
      "manageSources",
      "manageViews",
    ],
    groups: "OIDC_GROUPS_SUPER_ADMIN",
    inFile: null,
    isVouched: false,
    lastHolder: {
      code: "LAST_SUPER_ADMIN",
      message: "This is the last super admin. Make someone else a super admin first.",
    },
  },
  ORG_ADMIN: {
    label: "Org Admin",
    noun: "an admin",
    help: "Org admins manage their own organization.",
    reach: "organization",
    rights: ["manageOrganization", "deleteDeployments", "manageSources", "manageViews", "getMail"],
    groups: "OIDC_GROUPS_ADMIN",
    inFile: "admin",
    isVouched: true,
    lastHolder: {
      code: "LAST_ORG_ADMIN",
      message: "This is the organization's last admin. Make someone else an admin first.",
    },
  },
  VIEWER: {
    label: "Viewer",
    noun: "a viewer",
    help: "Viewers see deployments and can add sources.",
    reach: "organization",
    rights: [],
    groups: "OIDC_GROUPS_VIEWER",
    inFile: "viewer",
    isVouched: false,
    lastHolder: null,
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

const isOrganizations = (each: Role): each is OrganizationRole => roleTraits[each].reach === "organization";

/** The weakest first, as people choose from them. */
export const organizationRoles = allRoles.filter(isOrganizations).toReversed();
export const organizationRole = z.enum(organizationRoles);

/**
 * Whether one of the roles has the right. Unknown roles have none. The API decides by it. The web application hides by
 * it, for convenience only.
 */
export const may = (held: readonly string[], right: Right): boolean =>
  allRoles.some((each) => held.includes(each) && roleTraits[each].rights.some((one) => one === right));

/** The roles that do not depend on an organization: an account keeps them when it leaves its organization. */
export const rolesBeyondOrganization = (held: readonly Role[]): Role[] =>
  held.filter((each) => !isOrganizations(each));

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
