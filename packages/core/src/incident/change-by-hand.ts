import { audit, limitedAs } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { transactAsCaller } from "../caller/transact.ts";
import { countInHour } from "../attempts/hourly.ts";
import { auditRow } from "../audit/audit.ts";
import type { AuditedAction } from "../contract/people/audited-actions.ts";
import type { IncidentDetail } from "../contract/incident/incident.ts";
import { Problem } from "../kit/problem.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Write } from "../table/table.ts";
import { withEvents } from "./judging/compare.ts";
import { find, organizationFor, shown } from "./incident.ts";
import { putChanged } from "./rows/incident.table.ts";
import type { IncidentEvent, IncidentRecord } from "./rows/record.ts";
import { titleOf } from "./messages/words.ts";

/**
 * How often a person may acknowledge within an hour, take it back, or say that something is intended or patched. Every
 * member may do all but the last, and each acknowledgement sends a message to every webhook.
 */
export const mostAcknowledgements = 100;

/** Counts one of them, in the transaction that writes it. Throws tooMany for one too many. */
export const countAcknowledgement = (ctx: ReaderContext) =>
  countInHour(ctx, {
    what: "acknowledgements",
    name: limitedAs(ctx.actor),
    most: mostAcknowledgements,
    code: "TOO_MANY_ACKNOWLEDGEMENTS",
    sentence: `You can acknowledge ${mostAcknowledgements} times an hour.`,
  });

export interface ByHand {
  id: string;
  organizationId: string | undefined;
}

interface Change {
  action: AuditedAction;
  /** Undefined when the incident is so already. Throws what the person did wrong. */
  step: (record: IncidentRecord) => { record: IncidentRecord; event: IncidentEvent } | undefined;
  /** What is said about it, for the same transaction. */
  announce?: (
    organization: OrganizationId,
    record: IncidentRecord,
  ) => Promise<{ record: IncidentRecord; messages: Write[] }>;
}

/**
 * Changes an open incident for a person, and records it in its timeline and in the audit. Safe to repeat. Throws notFound,
 * conflict for an incident that is over, and tooMany.
 */
export async function changeByHand(
  ctx: ReaderContext,
  { id, organizationId }: ByHand,
  { action, step, announce }: Change,
): Promise<IncidentDetail> {
  const organization = organizationFor(ctx, id, organizationId);
  const { record, isNew } = await retryOnConflict(async () => {
    const { record: before, revision } = await find(ctx, organization, id);
    if (before.resolvedAt !== null)
      throw new Problem("conflict", "The incident is over.", { code: "INCIDENT_RESOLVED" });
    const next = step(before);
    if (!next) return { record: before, isNew: false };
    const counted = await countAcknowledgement(ctx);
    const noted = withEvents(next.record, [next.event]);
    const { record: after, messages } = (await announce?.(organization, noted)) ?? {
      record: noted,
      messages: [],
    };
    await transactAsCaller(ctx, organization, undefined, [
      putChanged(organization, after, revision),
      ...messages,
      counted,
      auditRow(ctx, organization, { action, id, name: titleOf(before), fields: {} }),
    ]);
    return { record: after, isNew: true };
  });
  if (isNew) audit(ctx, action, { incidentId: id, organizationId: organization });
  return await shown(ctx, organization, record);
}
