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
  log.info("audit", { action, by: callerOf(actor), requestId, ...object });
}

/** The id of who calls: of an account, a key or a token; "file" for the configuration file. */
export function callerOf(actor: (SourceContext | AgentContext)["actor"]): string {
  switch (actor.kind) {
    case "agent":
      return actor.keyId;
    case "token":
      return actor.tokenId;
    case "file":
      return "file";
    case "member":
      return actor.accountId;
  }
}

/**
 * Whose limits a call counts for: a person's, a key's, or those of all tokens of an organization together. A manager could
 * make a new token when the limits of one are reached.
 */
export const limitedAs = (actor: (SourceContext | AgentContext)["actor"]): string =>
  actor.kind === "token" ? `tokens of ${actor.organizationId}` : callerOf(actor);
