import * as z from "zod";

/** The roles, exactly these. An account may hold several; its rights are the union. */
export const role = z.enum(["SUPER_ADMIN", "ORG_ADMIN", "VIEWER"]);
export type Role = z.infer<typeof role>;

/**
 * Who may do what inside the own organization, and beyond it. The API decides by this table and the web
 * hides by it; hiding is courtesy, the API's answer counts.
 */
const rights = {
  seeEveryOrganization: ["SUPER_ADMIN"],
  useAdminArea: ["SUPER_ADMIN"],
  manageOrganization: ["SUPER_ADMIN", "ORG_ADMIN"],
  deleteDeployments: ["SUPER_ADMIN", "ORG_ADMIN"],
  /** API keys and integrations of others; `contract/source-rights.ts` says what everybody may do with their own. */
  manageSources: ["SUPER_ADMIN", "ORG_ADMIN"],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** Whether one of the roles carries the right. Unknown roles carry nothing. */
export function may(roles: readonly string[], right: Right): boolean {
  return rights[right].some((holder) => roles.includes(holder));
}

/** Where a role counts. */
const reach: Record<Role, "everywhere" | "organization"> = {
  SUPER_ADMIN: "everywhere",
  ORG_ADMIN: "organization",
  VIEWER: "organization",
};

/** The roles that do not depend on an organization: an account keeps them when it leaves its organization. */
export function rolesBeyondOrganization(roles: readonly Role[]): Role[] {
  return roles.filter((each) => reach[each] === "everywhere");
}

/** The role of whoever founds an organization, accepts an invitation to one, or is named by the configuration. */
export const initialRole = {
  founder: "ORG_ADMIN",
  invitee: "VIEWER",
  configured: "SUPER_ADMIN",
} as const satisfies Record<string, Role>;
