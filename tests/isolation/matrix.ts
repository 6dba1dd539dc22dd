/** The people and things that may knock. */
export const persons = ["nobody", "viewer", "orgAdmin", "superAdmin", "agentKey"] as const;
export type PersonKind = (typeof persons)[number];

/** Whose object a path names: the caller's organization's, another one's, or nobody's. */
export const tenants = ["own", "other", "none"] as const;
export type Tenant = (typeof tenants)[number];

/** The status that a person gets; where the path names an object, one for each tenant. */
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

/** Members get `member`; whoever shows no session gets 401, an agent key included. */
const members = (member: Verdict, superAdmin: Verdict = member): Row["verdicts"] => ({
  nobody: 401,
  viewer: member,
  orgAdmin: member,
  superAdmin,
  agentKey: 401,
});

/** Only those who manage their organization get in. */
const managers = (manager: Verdict): Row["verdicts"] => ({ ...members(manager), viewer: 403 });

/** What the organization's admin has created: other admins may change and remove it, a viewer may not. */
const creators = (verdict: Record<Tenant, number>): Row["verdicts"] => ({
  ...members(verdict),
  viewer: { ...verdict, own: 403 },
});

/** Only super admins get in; whoever else is signed in is refused for the role, whosever the object is. */
const superAdmins = (superAdmin: Verdict): Row["verdicts"] => members(403, superAdmin);

/** In a body: the id of the organization that the caller belongs to. */
export const ownOrganizationId = "{own organization}";

/** In a body: the email of somebody who has an organization of their own. */
export const newcomer = "{newcomer}";

/** In a body: a role that lets in the organization that the caller belongs to, and the external ID that it asks for. */
export const ownRoleArn = "{own role}";
export const ownExternalId = "{own external id}";

/**
 * Every route × every person × every tenant, with the verdict that the specification gives. A route that is
 * missing here fails a test, and so does a verdict that the API does not obey.
 * A session opens none of the agent's routes and a key none of the people's.
 */
export const matrix: Record<string, Row> = {
  "GET /health": { verdicts: anybody(200) },
  "GET /openapi.json": { verdicts: anybody(200) },
  "GET /reference": { verdicts: anybody(200) },
  // Without a session at the provider, nobody signs in.
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
  // Whose an invitation is: for the first two the person that it is addressed to, for the third the organization.
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
