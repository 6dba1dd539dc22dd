import type { MemberContext } from "./context.ts";

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
  | "deployment.deleted";

/**
 * Writes down who did what to which object, in the log that carries the time of every line. Ids and roles only: names and
 * emails of people have no place there.
 */
export function audit(ctx: MemberContext, action: AuditedAction, object: Record<string, unknown>): void {
  const { log, actor, requestId } = ctx;
  log.info("audit", { action, by: actor.accountId, requestId, ...object });
}
