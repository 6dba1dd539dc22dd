import * as z from "zod";

/** The roles, exactly these. An account may have several; its rights are the union of theirs. */
export const role = z.enum(["SUPER_ADMIN", "ORG_ADMIN", "VIEWER"]);
export type Role = z.infer<typeof role>;

/** The roles that somebody has in an organization. A super admin is one in every organization. */
export const organizationRole = z.enum(["VIEWER", "ORG_ADMIN"]);
export type OrganizationRole = z.infer<typeof organizationRole>;

/**
 * Which roles have which rights, in their own organization and beyond it. The API decides by this table. The
 * web application hides by it, for convenience only.
 */
const rights = {
  seeEveryOrganization: ["SUPER_ADMIN"],
  useAdminArea: ["SUPER_ADMIN"],
  manageOrganization: ["SUPER_ADMIN", "ORG_ADMIN"],
  deleteDeployments: ["SUPER_ADMIN", "ORG_ADMIN"],
  /** Manage API keys and integrations of others. `contract/source-rights.ts` has the rules for one's own. */
  manageSources: ["SUPER_ADMIN", "ORG_ADMIN"],
  /** Change and delete shared views of others. `contract/view-rights.ts` has the rules for one's own. */
  manageViews: ["SUPER_ADMIN", "ORG_ADMIN"],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** Whether one of the roles has the right. Unknown roles have none. */
export function may(roles: readonly string[], right: Right): boolean {
  return rights[right].some((holder) => roles.includes(holder));
}

/** Where a role applies. */
const reach: Record<Role, "everywhere" | "organization"> = {
  SUPER_ADMIN: "everywhere",
  ORG_ADMIN: "organization",
  VIEWER: "organization",
};

/** The roles that do not depend on an organization: an account keeps them when it leaves its organization. */
export function rolesBeyondOrganization(roles: readonly Role[]): Role[] {
  return roles.filter((each) => reach[each] === "everywhere");
}

/** The role of a founder of an organization, of an accepted invitee, and of a configured super admin. */
export const initialRole = {
  founder: "ORG_ADMIN",
  invitee: "VIEWER",
  configured: "SUPER_ADMIN",
} as const satisfies Record<string, Role>;
