import type { IntegrationSource, Trait } from "../contract/source.ts";
import type { AgentContext, MemberContext } from "./context.ts";

/** The actions in the audit log. Searches use these words, so they do not change. */
export type AuditedAction =
  | "account.changed"
  | "account.deleted"
  | "account.sessionsEnded"
  | "organization.created"
  | "organization.changed"
  | "organization.deleted"
  | "accessKey.created"
  | "accessKey.revoked"
  | `${Trait<"audited", IntegrationSource>}.${"created" | "changed" | "deleted"}`
  | "invitation.created"
  | "invitation.accepted"
  | "invitation.rejected"
  | "invitation.cancelled"
  | "deployment.deleted"
  | "deployment.refused"
  | "source.moved"
  | "view.created"
  | "view.changed"
  | "view.deleted";

/**
 * Writes to the log which person or key did what to which object. Every line of the log has its time. It
 * contains ids and roles only, never names or emails of people.
 */
export function audit(
  { log, actor, requestId }: MemberContext | AgentContext,
  action: AuditedAction,
  object: Record<string, unknown>,
): void {
  const by = actor.kind === "agent" ? actor.keyId : actor.accountId;
  log.info("audit", { action, by, requestId, ...object });
}
