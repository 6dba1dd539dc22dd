import type { AgentContext, MemberContext } from "./context.ts";

/** What is written down about those who changed it; the words are what searches go by. */
export type AuditedAction =
  | "account.changed"
  | "account.deleted"
  | "account.sessionsEnded"
  | "organization.created"
  | "organization.changed"
  | "organization.deleted"
  | "accessKey.created"
  | "accessKey.revoked"
  | "redisCloud.created"
  | "redisCloud.changed"
  | "redisCloud.deleted"
  | "invitation.created"
  | "invitation.accepted"
  | "invitation.rejected"
  | "invitation.cancelled"
  | "elastiCache.created"
  | "elastiCache.changed"
  | "elastiCache.deleted"
  | "deployment.deleted"
  | "deployment.refused"
  | "source.moved";

/**
 * Writes down who, a person or a key, did what to which object, in the log that carries the time of every line. Ids and roles only: names and
 * emails of people have no place there.
 */
export function audit(
  { log, actor, requestId }: MemberContext | AgentContext,
  action: AuditedAction,
  object: Record<string, unknown>,
): void {
  const by = actor.kind === "agent" ? actor.keyId : actor.accountId;
  log.info("audit", { action, by, requestId, ...object });
}
