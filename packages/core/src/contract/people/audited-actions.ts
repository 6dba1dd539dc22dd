import { type DeploymentSource, deploymentSources, sourceTraits, type Trait } from "../source/source.ts";

/** What can happen to a source of a kind; the word before the dot is the kind. */
type ActionOf<Source extends DeploymentSource> =
  `${Trait<"audited", Source>}.${Trait<"verbs", Source>[number]}`;

type SourceAction = { [Source in DeploymentSource]: ActionOf<Source> }[DeploymentSource];

const sourceActions = deploymentSources.flatMap((source) => {
  const { audited, verbs } = sourceTraits[source];
  return verbs.map((verb) => `${audited}.${verb}` as SourceAction);
});

/**
 * All that the audit records. The word before the dot is the kind of the object. Filters and files use the
 * words, so they do not change.
 */
export const auditedActions = [
  "account.created",
  "account.signedIn",
  "account.signedOut",
  "account.sessionsEnded",
  "account.linkMade",
  "account.commandLineAllowed",
  "account.commandLineEnded",
  "account.commandLineUsedElsewhere",
  "account.usedByAssistant",
  "account.passkeyAdded",
  "account.passkeyRemoved",
  "account.passkeyRefused",
  // An edit by a super admin. In events of former versions also a person who joins, leaves or is removed.
  "account.changed",
  "account.roleChanged",
  "account.joined",
  "account.left",
  "account.removed",
  "account.deleted",
  "organization.created",
  "organization.changed",
  "organization.deleted",
  "organization.viewed",
  "organization.assistantsSwitched",
  ...sourceActions,
  "source.moved",
  "invitation.created",
  "invitation.resent",
  "invitation.accepted",
  "invitation.rejected",
  "invitation.cancelled",
  "deployment.deleted",
  "deployment.refused",
  "view.created",
  "view.changed",
  "view.deleted",
  "incident.acknowledged",
  "incident.unacknowledged",
  "incident.intended",
  "version.patched",
  "version.unpatched",
  "rule.created",
  "rule.changed",
  "rule.reset",
  "rule.deleted",
  "routes.changed",
  "silence.created",
  "silence.ended",
  "channel.created",
  "channel.changed",
  "channel.deleted",
  "channel.tested",
  "channel.secretRotated",
  "channel.retried",
  "token.created",
  "token.changed",
  "token.rotated",
  "token.formerSecretEnded",
  "token.revoked",
  "token.firstUsed",
  "token.usedFromNewNetwork",
  "token.usedByAssistant",
  "mail.ended",
  "mail.resumed",
  "audit.refusalsLeftOut",
] as const;

export type AuditedAction = (typeof auditedActions)[number];

type KindOf<Action> = Action extends `${infer Kind}.${string}` ? Kind : never;
export type AuditedKind = KindOf<AuditedAction>;

/** The kind of an action's object. */
export const kindOf = (action: AuditedAction): AuditedKind => action.split(".")[0] as AuditedKind;

/** The result of what was done. Every other result is the code of a refusal. */
export const done = "ok";

/** How long events are kept, in days. */
export const auditDays = 400;
