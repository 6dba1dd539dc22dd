/** The callers. */
export const persons = ["nobody", "viewer", "orgAdmin", "superAdmin", "agentKey"] as const;
export type PersonKind = (typeof persons)[number];

/** The owner of the object in a path: the caller's organization, another one, or none. */
export const tenants = ["own", "other", "none"] as const;
export type Tenant = (typeof tenants)[number];

/** The status that a person gets. Where the path names an object, one for each tenant. */
export type Verdict = number | Record<Tenant, number>;

export interface Row {
  verdicts: Record<PersonKind, Verdict>;
  body?: unknown;
}

const anybody = (status: number): Row["verdicts"] => ({
  nobody: status,
  viewer: status,
  orgAdmin: status,
  superAdmin: status,
  agentKey: status,
});

/** Members get `member`. Callers without a session get 401, also with an agent key. */
const members = (member: Verdict, superAdmin: Verdict = member): Row["verdicts"] => ({
  nobody: 401,
  viewer: member,
  orgAdmin: member,
  superAdmin,
  agentKey: 401,
});

/** Only people who manage their organization are admitted. */
const managers = (manager: Verdict): Row["verdicts"] => ({ ...members(manager), viewer: 403 });

/**
 * Objects that the organization's admin created: other admins may change and remove them, a viewer may not.
 */
const creators = (verdict: Record<Tenant, number>): Row["verdicts"] => ({
  ...members(verdict),
  viewer: { ...verdict, own: 403 },
});

/** Only super admins are admitted. Other people get 403 for their role, with any object. */
const superAdmins = (superAdmin: Verdict): Row["verdicts"] => members(403, superAdmin);

/** In a body: the id of the caller's organization. */
export const ownOrganizationId = "{own organization}";

/** In a body: the email of a person with an organization of their own. */
export const newcomer = "{newcomer}";

/** In a body: a role that admits the caller's organization, and its external ID. */
export const ownRoleArn = "{own role}";
export const ownExternalId = "{own external id}";

/**
 * Every route × every person × every tenant, with the status that the specification requires. A missing route
 * fails a test, and so does a different status. A session opens no route of the agent, and a key opens no
 * route of people.
 */
export const matrix: Record<string, Row> = {
  "GET /health": { verdicts: anybody(200) },
  "GET /openapi.json": { verdicts: anybody(200) },
  "GET /reference": { verdicts: anybody(200) },
  // Signing in requires a session at the provider.
  "POST /auth/login": { verdicts: anybody(401) },
  "POST /auth/logout": { verdicts: anybody(204) },
  "POST /auth/logout-everywhere": { verdicts: members(204) },
  "POST /me": { verdicts: anybody(401) },
  "GET /me/organization": { verdicts: members(200) },
  "PATCH /me/organization": {
    verdicts: { ...members(200), viewer: 403 },
    body: { name: "Matrix organization" },
  },
  "GET /deployments": { verdicts: members(200) },
  "GET /deployments/{id}": {
    verdicts: members({ own: 200, other: 404, none: 404 }, { own: 200, other: 200, none: 404 }),
  },
  "DELETE /deployments/{id}": {
    verdicts: {
      ...members({ own: 204, other: 404, none: 404 }, { own: 204, other: 204, none: 404 }),
      viewer: { own: 403, other: 404, none: 404 },
    },
  },
  "GET /notifications": { verdicts: members(200) },
  "PATCH /notifications/read": { verdicts: members(204) },
  "PATCH /notifications/{id}/read": { verdicts: members({ own: 204, other: 404, none: 404 }) },
  "DELETE /notifications/{id}": { verdicts: members({ own: 204, other: 404, none: 404 }) },
  "POST /invitations": { verdicts: managers(201), body: { inviteeEmail: newcomer } },
  "GET /me/invitations": { verdicts: members(200) },
  "GET /organizations/me/invitations": { verdicts: managers(200) },
  // The owner of an invitation. For the first two routes it is the invitee, for the third the inviting
  // organization.
  "GET /invitations/{id}/moves": { verdicts: members({ own: 200, other: 404, none: 404 }) },
  "POST /invitations/{id}/accept": { verdicts: members({ own: 204, other: 404, none: 404 }) },
  "POST /invitations/{id}/reject": { verdicts: members({ own: 204, other: 404, none: 404 }) },
  "POST /invitations/{id}/cancel": { verdicts: managers({ own: 204, other: 404, none: 404 }) },
  "GET /access-key": { verdicts: members(200) },
  "POST /access-key": { verdicts: members(201), body: { name: "Matrix key" } },
  "DELETE /access-key/{keyId}": { verdicts: creators({ own: 204, other: 404, none: 404 }) },
  "GET /redis-cloud": { verdicts: members(200) },
  "POST /redis-cloud": { verdicts: members(201), body: {} },
  "GET /redis-cloud/{id}": { verdicts: members({ own: 200, other: 404, none: 404 }) },
  "PUT /redis-cloud/{id}": {
    verdicts: creators({ own: 200, other: 404, none: 404 }),
    body: { name: "Matrix account" },
  },
  "DELETE /redis-cloud/{id}": { verdicts: creators({ own: 204, other: 404, none: 404 }) },
  "GET /api/elasticache": { verdicts: members(200) },
  "POST /api/elasticache/external-id": { verdicts: members(200) },
  "POST /api/elasticache": {
    verdicts: members(201),
    body: { roleArn: ownRoleArn, externalId: ownExternalId },
  },
  "GET /api/elasticache/{id}": { verdicts: members({ own: 200, other: 404, none: 404 }) },
  "PUT /api/elasticache/{id}": {
    verdicts: creators({ own: 200, other: 404, none: 404 }),
    body: { roleArn: ownRoleArn, externalId: ownExternalId },
  },
  "DELETE /api/elasticache/{id}": { verdicts: creators({ own: 204, other: 404, none: 404 }) },
  "GET /organizations": { verdicts: superAdmins(200) },
  "POST /organizations": { verdicts: superAdmins(201), body: { name: "Matrix organization" } },
  "GET /organizations/{id}": {
    verdicts: members({ own: 200, other: 404, none: 404 }, { own: 200, other: 200, none: 404 }),
  },
  "PUT /organizations/{id}": {
    verdicts: superAdmins({ own: 200, other: 200, none: 404 }),
    body: { name: "Matrix organization" },
  },
  "DELETE /organizations/{id}": { verdicts: superAdmins({ own: 204, other: 204, none: 404 }) },
  "GET /accounts": { verdicts: superAdmins(200) },
  "GET /accounts/{id}": { verdicts: superAdmins({ own: 200, other: 200, none: 404 }) },
  "PUT /accounts/{id}": {
    verdicts: superAdmins({ own: 200, other: 200, none: 404 }),
    body: { organizationId: ownOrganizationId, roles: ["VIEWER"] },
  },
  "DELETE /accounts/{id}": { verdicts: superAdmins({ own: 204, other: 204, none: 404 }) },
  "POST /agent/reports": {
    verdicts: { nobody: 401, viewer: 401, orgAdmin: 401, superAdmin: 401, agentKey: 202 },
  },
};
