/** The callers. */
export const persons = ["nobody", "viewer", "orgAdmin", "superAdmin", "agentKey", "token"] as const;
export type PersonKind = (typeof persons)[number];

/** The owner of the object in a path: the caller's organization, another one, or none. */
export const tenants = ["own", "other", "none"] as const;
export type Tenant = (typeof tenants)[number];

/** The status that a person gets. Where the path names an object, one for each tenant. */
export type Verdict = number | Record<Tenant, number>;

export interface Row {
  /** A token has every scope. Where a row says nothing of it, a route that takes tokens treats it as an admin. */
  verdicts: Record<Exclude<PersonKind, "token">, Verdict> & { token?: Verdict };
  body?: unknown;
}

export const anybody = (status: number): Row["verdicts"] => ({
  nobody: status,
  viewer: status,
  orgAdmin: status,
  superAdmin: status,
  agentKey: status,
});

/** Members get `member`. Callers without a session get 401, also with an agent key. */
export const members = (member: Verdict, superAdmin: Verdict = member): Row["verdicts"] => ({
  nobody: 401,
  viewer: member,
  orgAdmin: member,
  superAdmin,
  agentKey: 401,
});

/** Only people who manage their organization are admitted. */
export const managers = (manager: Verdict): Row["verdicts"] => ({ ...members(manager), viewer: 403 });

/**
 * Objects that the organization's admin created: other admins may change and remove them, a viewer may not.
 */
export const creators = (verdict: Record<Tenant, number>): Row["verdicts"] => ({
  ...members(verdict),
  viewer: { ...verdict, own: 403 },
});

/** Only super admins are admitted. Other people get 403 for their role, with any object. */
export const superAdmins = (superAdmin: Verdict): Row["verdicts"] => members(403, superAdmin);
