import { testedIntegrations } from "../support/integrations/all.ts";
import { inAnHour, mailChannel, newcomer, newName, ownOrganizationId } from "./placeholders.ts";
import { anybody, creators, managers, members, type Row, superAdmins } from "./verdicts.ts";
import { authenticator } from "../support/passkeys.ts";

/** A message to assistants' address. */
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

/** Answers in the form that browsers give them. */
const passkey = authenticator();
const question = { challenge: "a".repeat(43), timeout: 1, userVerification: "preferred" } as const;
const signedAnswer = passkey.sign({ ...question, rpId: "localhost" });
const newAnswer = passkey.make({ challenge: question.challenge, rp: { id: "localhost" }, user: { id: "a" } });

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
  // Only where people sign in at an OpenID provider.
  "GET /auth/oidc/start": { verdicts: anybody(404) },
  "GET /auth/oidc/callback": { verdicts: anybody(404) },
  // Only where people sign in without a provider.
  "POST /sign-in/link/look": { verdicts: anybody(404), body: { token: question.challenge } },
  "POST /sign-in/links": { verdicts: anybody(404), body: { email: "cast@example.com" } },
  "POST /sign-in/link": { verdicts: anybody(404), body: { token: question.challenge } },
  "POST /accounts/{id}/sign-in-link": { verdicts: superAdmins(404) },
  "POST /sign-in/passkey/options": { verdicts: anybody(404) },
  "POST /sign-in/passkey": { verdicts: anybody(404), body: signedAnswer },
  "GET /me/passkeys": { verdicts: members(404) },
  "POST /me/passkeys/options": { verdicts: members(404) },
  "POST /me/passkeys": { verdicts: members(404), body: { answer: newAnswer } },
  "PATCH /me/passkeys/{id}": { verdicts: members(404), body: { name: "Laptop" } },
  "DELETE /me/passkeys/{id}": { verdicts: members(404) },
  "POST /auth/logout": { verdicts: anybody(204) },
  "POST /auth/logout-everywhere": { verdicts: members(204) },
  "POST /me": { verdicts: anybody(401) },
  "GET /me/organization": { verdicts: members(200) },
  // Everybody of the cast has an organization.
  "POST /me/organization": { verdicts: members(409), body: { name: "Matrix organization" } },
  "PATCH /me/organization": {
    verdicts: { ...members(200), viewer: 403 },
    body: { name: "Matrix organization" },
  },
  "GET /me/organization/members": { verdicts: managers(200) },
  "GET /me/organization/roles": { verdicts: members(200) },
  "PATCH /me/organization/members/{id}": {
    verdicts: managers({ own: 200, other: 404, none: 404 }),
    body: { role: "VIEWER" },
  },
  "DELETE /me/organization/members/{id}": { verdicts: managers({ own: 204, other: 404, none: 404 }) },
  "GET /deployments": { verdicts: members(200) },
  "GET /deployments/changed": { verdicts: members(200) },
  "GET /deployments.csv": { verdicts: members(200) },
  "GET /deployments/{id}": {
    verdicts: members({ own: 200, other: 404, none: 404 }, { own: 200, other: 200, none: 404 }),
  },
  "GET /deployments/{id}/live": {
    verdicts: members({ own: 200, other: 404, none: 404 }, { own: 200, other: 200, none: 404 }),
  },
  "GET /deployments/{id}/history": {
    verdicts: members({ own: 200, other: 404, none: 404 }, { own: 200, other: 200, none: 404 }),
  },
  "GET /changes": { verdicts: members(200) },
  "GET /deployments/{id}/changes": {
    verdicts: members({ own: 200, other: 404, none: 404 }, { own: 200, other: 200, none: 404 }),
  },
  "DELETE /deployments/{id}": {
    verdicts: {
      ...members({ own: 204, other: 404, none: 404 }, { own: 204, other: 204, none: 404 }),
      viewer: { own: 403, other: 404, none: 404 },
    },
  },
  // Super admins have to name an organization.
  "GET /databases": { verdicts: members(200, 400) },
  "GET /databases.csv": { verdicts: members(200, 400) },
  "GET /outlook": { verdicts: members(200, 400) },
  "GET /outlook.csv": { verdicts: members(200, 400) },
  "GET /outlook/licenses": { verdicts: members(200, 400) },
  "GET /outlook/licenses.csv": { verdicts: members(200, 400) },
  "GET /history": { verdicts: members(200, 400) },
  "GET /history/sparks": { verdicts: members(200, 400) },
  "GET /sources": { verdicts: members(200) },
  "GET /notifications": { verdicts: members(200) },
  "PATCH /notifications/read": { verdicts: members(204) },
  "PATCH /notifications/{id}/read": { verdicts: members({ own: 204, other: 404, none: 404 }) },
  "DELETE /notifications/{id}": { verdicts: members({ own: 204, other: 404, none: 404 }) },
  "GET /views": { verdicts: members(200) },
  "POST /views": { verdicts: members(201), body: { name: newName, shared: true } },
  // A view that the organization's admin shares.
  "PATCH /views/{id}": {
    verdicts: creators({ own: 200, other: 404, none: 404 }),
    body: { filter: "status=stale" },
  },
  "DELETE /views/{id}": { verdicts: creators({ own: 204, other: 404, none: 404 }) },
  "GET /channels": { verdicts: members(200) },
  "POST /channels": {
    verdicts: managers(201),
    body: { kind: "webhook", name: newName, url: "https://hooks.example.com/in/matrix" },
  },
  "PUT /channels/{id}": {
    verdicts: managers({ own: 200, other: 404, none: 404 }),
    body: { name: newName, minimum: "info", on: true },
  },
  "DELETE /channels/{id}": { verdicts: managers({ own: 204, other: 404, none: 404 }) },
  "POST /channels/{id}/test": { verdicts: managers({ own: 202, other: 404, none: 404 }) },
  "POST /channels/{id}/secret": {
    verdicts: managers({ own: 200, other: 404, none: 404 }),
    body: { hours: 1 },
  },
  "GET /channels/{id}/deliveries": { verdicts: managers({ own: 200, other: 404, none: 404 }) },
  "POST /channels/{id}/deliveries/{delivery}/retry": {
    verdicts: managers({ own: 202, other: 404, none: 404 }),
  },
  "PUT /me/mail": { verdicts: members(204), body: { on: true } },
  // The address of a mail, with a made-up token.
  "GET /mail/{account}/{token}": { verdicts: anybody(404) },
  "POST /mail/{account}/{token}": { verdicts: anybody(404) },
  "GET /incidents": { verdicts: members(200) },
  "GET /incidents/{id}": { verdicts: members({ own: 200, other: 404, none: 404 }) },
  "POST /incidents/{id}/acknowledgement": {
    verdicts: members({ own: 200, other: 404, none: 404 }),
    body: { note: "I look after it" },
  },
  "DELETE /incidents/{id}/acknowledgement": { verdicts: members({ own: 200, other: 404, none: 404 }) },
  // The incidents of the cast are of a rule that nobody can intend.
  "POST /incidents/{id}/intention": { verdicts: members({ own: 409, other: 404, none: 404 }) },
  // No vulnerability of this version is known.
  "POST /patched-versions": {
    verdicts: managers(409),
    body: { engine: "redis", version: "9.9.0" },
  },
  "DELETE /patched-versions": { verdicts: managers(400) },
  "GET /rules": { verdicts: members(200) },
  "POST /rules": { verdicts: managers(201), body: { name: newName, when: "util>99" } },
  "PATCH /rules/{id}": { verdicts: managers({ own: 200, other: 404, none: 404 }), body: { for: 10 } },
  "DELETE /rules/{id}": { verdicts: managers({ own: 204, other: 404, none: 404 }) },
  "PUT /rules/{id}/changes": {
    verdicts: managers({ own: 200, other: 404, none: 404 }),
    body: { severity: "info" },
  },
  // A super admin names the organization.
  "POST /rules/preview": { verdicts: members(200, 400), body: { when: "util>90" } },
  "POST /rules/evenings": { verdicts: members(200, 400), body: { when: "util>90" } },
  "POST /rules/rehearsal": { verdicts: members(200, 400), body: { when: "util>90" } },
  "GET /routes": { verdicts: members(200) },
  "PUT /routes": {
    verdicts: managers(200),
    body: { routes: [{ filter: newName, channels: [mailChannel] }] },
  },
  "POST /routes/preview": {
    verdicts: members(200),
    body: { routes: [{ filter: newName, channels: [mailChannel] }] },
  },
  "GET /silences": { verdicts: members(200) },
  "POST /silences": {
    verdicts: managers(201),
    body: { scope: { kind: "rule", rule: "agent-old" }, until: inAnHour, reason: "Maintenance" },
  },
  "DELETE /silences/{id}": { verdicts: managers({ own: 204, other: 404, none: 404 }) },
  "POST /silences/preview": {
    verdicts: members(200),
    body: { scope: { kind: "filter", filter: "type=STANDALONE" } },
  },
  "POST /invitations": { verdicts: managers(201), body: { inviteeEmail: newcomer } },
  "POST /invitations/look": { verdicts: anybody(409), body: { token: question.challenge } },
  "GET /me/invitations": { verdicts: members(200) },
  "GET /organizations/me/invitations": { verdicts: managers(200) },
  // The owner of an invitation. For the first two routes it is the invitee, for the others the inviting
  // organization.
  "GET /invitations/{id}/moves": { verdicts: members({ own: 200, other: 404, none: 404 }) },
  "POST /invitations/{id}/accept": { verdicts: members({ own: 204, other: 404, none: 404 }) },
  "POST /invitations/{id}/reject": { verdicts: members({ own: 204, other: 404, none: 404 }) },
  "POST /invitations/{id}/resend": { verdicts: managers({ own: 200, other: 404, none: 404 }) },
  "POST /invitations/{id}/cancel": { verdicts: managers({ own: 204, other: 404, none: 404 }) },
  "GET /access-key": { verdicts: members(200) },
  "POST /access-key": { verdicts: members(201), body: { name: "Matrix key" } },
  "GET /access-key/{keyId}": { verdicts: members({ own: 200, other: 404, none: 404 }) },
  "POST /access-key/{keyId}/rotate": {
    verdicts: creators({ own: 200, other: 404, none: 404 }),
    body: { overlapHours: 24 },
  },
  "DELETE /access-key/{keyId}/former-secret": {
    verdicts: creators({ own: 204, other: 404, none: 404 }),
  },
  "DELETE /access-key/{keyId}": { verdicts: creators({ own: 204, other: 404, none: 404 }) },
  ...Object.assign({}, ...testedIntegrations.map(({ routes }) => routes)),
  "GET /metrics": { verdicts: { ...members(200, 400), token: 200 } },
  "GET /metrics/parts": { verdicts: { ...members(200, 400), token: 200 } },
  "GET /metrics/targets": { verdicts: { ...members(200, 400), token: 200 } },
  "GET /tokens": { verdicts: managers(200) },
  "POST /tokens": { verdicts: managers(201), body: { name: newName, scopes: ["read"] } },
  "PUT /tokens/{id}": {
    verdicts: managers({ own: 200, other: 404, none: 404 }),
    body: { name: newName, scopes: ["metrics"], networks: [] },
  },
  "POST /tokens/{id}/rotate": {
    verdicts: managers({ own: 200, other: 404, none: 404 }),
    body: { overlapHours: 1 },
  },
  "DELETE /tokens/{id}/former-secret": { verdicts: managers({ own: 204, other: 404, none: 404 }) },
  "DELETE /tokens/{id}": { verdicts: managers({ own: 204, other: 404, none: 404 }) },
  // A command line is nobody yet. Its code is wrong here.
  "POST /device-logins": { verdicts: anybody(201), body: { client: "shardwatch on laptop" } },
  "POST /device-logins/token": { verdicts: anybody(409), body: { deviceCode: "" } },
  "POST /device-logins/look": { verdicts: members(404), body: { code: "BCDF-GHJK" } },
  "POST /device-logins/decision": {
    verdicts: members(404),
    body: { code: "BCDF-GHJK", allow: true, scopes: ["read"] },
  },
  "GET /command-line-sessions": { verdicts: members(200) },
  "DELETE /command-line-sessions/{id}": { verdicts: members(404) },
  // It ends the token that calls.
  "DELETE /token": { verdicts: { ...anybody(401), token: 204 } },
  "GET /assistants": { verdicts: members(200) },
  "PUT /assistants": { verdicts: managers(200), body: { mayRead: false } },
  // Nobody has switched assistants on. People without a token get nothing there.
  "POST /mcp": { verdicts: { ...anybody(401), token: 403 }, body: ping },
  "GET /mcp": { verdicts: anybody(405) },
  "DELETE /mcp": { verdicts: anybody(405) },
  "GET /audit": { verdicts: managers(200) },
  "GET /audit.csv": { verdicts: managers(200) },
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
