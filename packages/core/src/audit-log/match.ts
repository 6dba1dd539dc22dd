import type { AuditEvent } from "../contract/people/audit.ts";
import { done } from "../contract/people/audited-actions.ts";

/** Which events are wanted. Absent parts want all. */
export interface AuditFilter {
  /** Id of an account or an agent key, "system" or "file". */
  actor?: string | undefined;
  /** An action, or the kind that it begins with, such as "accessKey". */
  action?: string | undefined;
  /** Id of the object. */
  object?: string | undefined;
  result?: "ok" | "refused" | undefined;
  /** A part of a name, an id, an address or a changed value, in any case. */
  search?: string | undefined;
}

/** A test of events against a filter. */
export function matcher({ actor, action, object, result, search }: AuditFilter) {
  const needle = search?.toLowerCase();
  return (event: AuditEvent): boolean =>
    (actor === undefined || actor === (event.actor.id ?? event.actor.kind)) &&
    (action === undefined || action === event.action || action === event.object.kind) &&
    (object === undefined || object === event.object.id) &&
    (result === undefined || (result === "ok") === (event.result === done)) &&
    (needle === undefined || textsOf(event).some((text) => text.toLowerCase().includes(needle)));
}

function textsOf({ action, actor, object, changes, address, result, deployments }: AuditEvent): string[] {
  const texts = [action, result, actor.name, actor.id, object.name, object.id, address];
  const values = changes.flatMap(({ field, before, after }) => [field, before, after]);
  return [...texts, ...values, ...(deployments?.first ?? [])].filter((text) => text !== null);
}
