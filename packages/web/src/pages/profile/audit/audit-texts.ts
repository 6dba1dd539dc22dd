import type { AuditEvent } from "@shardwatch/core/contract/people/audit";
import { type AuditedAction, type AuditedKind, done } from "@shardwatch/core/contract/people/audited-actions";
import { deploymentSources, isRead, sourceTraits, type Trait } from "@shardwatch/core/contract/source/source";
import { nounOf } from "../../../sources/index.ts";

type TextOf<Kind extends string> = Readonly<Record<Extract<AuditedAction, `${Kind}.${string}`>, string>>;
type SourceWord = Trait<"audited">;

/** What each verb says before the noun. */
const verbs: Readonly<Record<Trait<"verbs">[number], string>> = {
  created: "Connect",
  changed: "Change",
  deleted: "Disconnect",
  rotated: "Rotate",
  formerSecretEnded: "Revoke old secret of",
  revoked: "Revoke",
};

/** "Connect AWS account", for each verb of each kind of source. One that reports on its own is created. */
const textsOfSources = Object.fromEntries(
  deploymentSources.flatMap((source) => {
    const { audited, noun } = sourceTraits[source];
    return sourceTraits[source].verbs.map((verb) => {
      const text = verb === "created" && !isRead(source) ? "Create" : verbs[verb];
      return [`${audited}.${verb}`, `${text} ${noun}`];
    });
  }),
) as TextOf<SourceWord>;

const kindsOfSources = Object.fromEntries(
  deploymentSources.map((source) => [sourceTraits[source].audited, `${nounOf(source)}s`]),
) as Record<SourceWord, string>;

/**
 * What a person reads of each action, done or refused. An action without a text does not compile.
 */
export const actionTexts: Readonly<Record<AuditedAction, string>> = {
  "account.created": "Create account",
  "account.signedIn": "Sign in",
  "account.signedOut": "Sign out",
  "account.sessionsEnded": "Sign out everywhere",
  "account.linkMade": "Make sign-in link",
  "account.commandLineAllowed": "Allow command line",
  "account.commandLineEnded": "End command line session",
  "account.commandLineUsedElsewhere": "Use command line from another network",
  "account.usedByAssistant": "Read by an assistant, as the person",
  "account.passkeyAdded": "Add passkey",
  "account.passkeyRemoved": "Remove passkey",
  "account.passkeyRefused": "Sign in with a copied passkey",
  "account.changed": "Change membership",
  "account.roleChanged": "Change role",
  "account.joined": "Join organization",
  "account.left": "Leave organization",
  "account.removed": "Remove member",
  "account.deleted": "Delete account",
  "organization.created": "Create organization",
  "organization.changed": "Change organization",
  "organization.deleted": "Delete organization",
  "organization.viewed": "View organization",
  "organization.assistantsSwitched": "Switch assistants on or off",
  ...textsOfSources,
  "source.moved": "Move source",
  "invitation.created": "Send invitation",
  "invitation.resent": "Resend invitation",
  "invitation.accepted": "Accept invitation",
  "invitation.rejected": "Decline invitation",
  "invitation.cancelled": "Cancel invitation",
  "deployment.deleted": "Delete deployment",
  "deployment.refused": "Take over deployment",
  "view.created": "Share view",
  "view.changed": "Change view",
  "view.deleted": "Delete view",
  "incident.acknowledged": "Acknowledge incident",
  "incident.unacknowledged": "Undo acknowledgement",
  "incident.intended": "Mark incident as intended",
  "version.patched": "Mark version as patched",
  "version.unpatched": "Undo that a version is patched",
  "rule.created": "Add rule",
  "rule.changed": "Change rule",
  "rule.reset": "Reset rule",
  "rule.deleted": "Delete rule",
  "routes.changed": "Change routes",
  "silence.created": "Silence incidents",
  "silence.ended": "End silence",
  "channel.created": "Add channel",
  "channel.changed": "Change channel",
  "channel.deleted": "Delete channel",
  "channel.tested": "Test channel",
  "channel.secretRotated": "Rotate secret of channel",
  "channel.retried": "Send a message again",
  "token.created": "Create token",
  "token.changed": "Change token",
  "token.rotated": "Rotate token",
  "token.formerSecretEnded": "End old secret of token",
  "token.revoked": "Revoke token",
  "token.firstUsed": "Use token for the first time",
  "token.usedFromNewNetwork": "Use token from a new network",
  "token.usedByAssistant": "Read by an assistant, with a token",
  "mail.ended": "End own mail",
  "mail.resumed": "Switch own mail on",
  "audit.refusalsLeftOut": "Further refusals weren't recorded",
};

/** The kinds of objects, as the filter names them. */
export const kindTexts: Readonly<Record<AuditedKind, string>> = {
  account: "People",
  organization: "Organization",
  ...kindsOfSources,
  source: "Sources",
  invitation: "Invitations",
  deployment: "Deployments",
  view: "Views",
  incident: "Incidents",
  version: "Versions",
  rule: "Rules",
  routes: "Routes",
  silence: "Silences",
  channel: "Channels",
  token: "Tokens",
  mail: "Mail",
  audit: "Audit",
};

const fieldTexts: Readonly<Record<string, string>> = {
  name: "Name",
  managedBy: "Managed by",
  description: "Description",
  onlyAdminsManageSources: "Only admins manage sources",
  assistantsMayRead: "Assistants may read",
  roles: "Roles",
  organization: "Organization",
  role: "Role",
  detailedHistory: "Detailed history",
  endsAt: "Ends",
  keys: "Keys",
  filter: "Filter",
  formerSecretEnds: "Old secret expires",
  secret: "Secret",
  formerSecret: "Old secret",
  from: "Begins",
  until: "Ends",
  reason: "Reason",
  minimum: "Least severity",
  target: "Target",
  on: "On",
  scopes: "Scopes",
  networks: "Networks",
  expiresAt: "Expires",
};

/** The name of a changed field. */
export const fieldText = (field: string): string => fieldTexts[field] ?? field;

/** Who did it, by name. */
export function actorText({ kind, id, name }: AuditEvent["actor"]): string {
  if (kind === "system") return "Shardwatch";
  if (kind === "file") return "Configuration file";
  if (kind === "accessKey") return name === null ? "Revoked agent key" : `Agent key ${name}`;
  if (kind === "token") return name === null ? "Revoked token" : `Token ${name}`;
  return name ?? `Deleted account ${id?.slice(-6) ?? ""}`;
}

/** The object by its name or, without one, by its id. */
export const objectText = ({ name, id }: AuditEvent["object"]): string | null => name ?? id;

const refusals: Readonly<Record<string, string>> = {
  FORBIDDEN: "Not allowed",
  NOT_YOUR_SOURCE: "Not their source",
  MANAGED_BY_FILE: "Managed by file",
  NOT_FOUND: "Not found",
  OWNED_BY_ANOTHER_KEY: "Owned by another key",
  ALREADY_CONNECTED: "Already connected",
  NOT_PENDING: "Not pending",
  EXPIRED: "Expired",
  NO_ACCOUNT: "No account",
  OWN_EMAIL: "Own email",
  OWN_MEMBERSHIP: "Own membership",
  ALREADY_MEMBER: "Already a member",
  ALREADY_INVITED: "Already invited",
  TOO_MANY_PENDING: "Too many pending",
  PRICE_UNKNOWN: "Price not known yet",
  TOO_MANY_INTEGRATIONS: "Too many integrations",
  LAST_ORG_ADMIN: "Last admin",
  LAST_SUPER_ADMIN: "Last super admin",
  NO_ORGANIZATION: "No organization",
  HAS_ORGANIZATION: "Has organization",
  CREDENTIALS_REFUSED: "Keys rejected",
  OTHER_ACCOUNT: "Other account",
  ROLE_DENIED: "Role denied",
  EXTERNAL_ID_NOT_REQUIRED: "No external ID",
  FOREIGN_EXTERNAL_ID: "Foreign external ID",
  OUR_ACCOUNT: "Our account",
  ROLE_TAKEN: "Already connected",
  INCIDENT_RESOLVED: "Already over",
  SILENCES_EVERYTHING: "Not confirmed",
  TOO_MANY_SILENCES: "Too many silences",
  CHANNEL_NAME_TAKEN: "Name taken",
  TOO_MANY_CHANNELS: "Too many channels",
  CHANNEL_OFF: "Channel is off",
  MAIL_STAYS: "Mail stays",
  CHANNEL_FIXED: "Notifications stay as they are",
  NO_SECRET: "No secret",
  TOO_MANY_TOKENS: "Too many tokens",
  TOKEN_EXPIRED: "Token expired",
  TOKEN_SCOPE: "Scope missing",
  NO_TOKEN: "Only for people",
  ROTATION_UNDER_WAY: "Old secret still works",
  CONFLICT: "Not possible",
};

/** Why it was refused; undefined for what was done. */
export function refusalText(result: string): string | undefined {
  if (result === done) return undefined;
  return refusals[result] ?? result.toLowerCase().replaceAll("_", " ");
}
