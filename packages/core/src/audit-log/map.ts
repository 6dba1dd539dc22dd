import type { AuditRow } from "../audit/events.ts";
import { readChanges } from "../audit/changes.ts";
import type { AuditEvent } from "../contract/people/audit.ts";
import { kindOf } from "../contract/people/audited-actions.ts";
import { cleanText } from "../kit/foreign-text.ts";
import type { Names } from "./names.ts";

/** An event as the API shows it. */
export function toEvent(row: AuditRow, names: Names): AuditEvent {
  const { id, at, action, actorKind, actorId = null, objectId = null, objectName, personId } = row;
  const {
    changes,
    deploymentCount,
    deployments = [],
    address = null,
    client = null,
    result,
    reason = null,
  } = row;
  return {
    id,
    at: new Date(at).toISOString(),
    action,
    actor: { kind: actorKind, id: actorId, name: names.of(row.actorId) },
    object: {
      kind: kindOf(action),
      id: objectId,
      name: objectName === undefined ? names.of(personId ?? row.objectId) : cleanText(objectName),
    },
    changes: readChanges(changes),
    deployments: deploymentCount === undefined ? null : { count: deploymentCount, first: deployments },
    address,
    client,
    result,
    reason,
    requestId: row.requestId ?? null,
  };
}
