import type { AuditedAction } from "../contract/people/audited-actions.ts";
import type { AgentContext, SourceContext } from "./context.ts";

/**
 * Writes to the log which person or key did what to which object. Every line of the log has its time. It
 * contains ids and roles only, never names or emails of people. The rows that people see are of the noun
 * `audit`.
 */
export function audit(
  { log, actor, requestId }: SourceContext | AgentContext,
  action: AuditedAction,
  object: Record<string, unknown>,
): void {
  const by = actor.kind === "agent" ? actor.keyId : actor.kind === "file" ? "file" : actor.accountId;
  log.info("audit", { action, by, requestId, ...object });
}
