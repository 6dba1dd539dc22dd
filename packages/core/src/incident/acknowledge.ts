import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { transactAsMember } from "../account/standing.ts";
import { countInHour } from "../attempts/hourly.ts";
import { auditRow } from "../audit/audit.ts";
import type { AuditedAction } from "../contract/audited-actions.ts";
import type { IncidentDetail } from "../contract/incident.ts";
import { Problem } from "../kit/problem.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { announceAcknowledgement } from "./announce-acknowledgement.ts";
import { withEvents } from "./compare.ts";
import { find, organizationFor, shown } from "./incident.ts";
import { putChanged } from "./incident.table.ts";
import type { IncidentEvent, IncidentRecord } from "./record.ts";
import { titleOf } from "./words.ts";

/**
 * How often a person may acknowledge within an hour, or take it back. Every member may do it, and each time a message
 * goes to every webhook.
 */
export const mostAcknowledgements = 100;

interface Request {
  id: string;
  organizationId: string | undefined;
}

/**
 * Records that somebody looks after an open incident. It ends reminders and nothing else, so every member may. A second
 * acknowledgement replaces the first. Throws notFound, conflict for an incident that is over, and tooMany.
 */
export async function acknowledge(
  ctx: MemberContext,
  { note = null, ...request }: Request & { note?: string | null | undefined },
): Promise<IncidentDetail> {
  return await change(ctx, request, "incident.acknowledged", (record) => {
    const [by, at] = [ctx.actor.accountId, ctx.clock.now()];
    const { acknowledged } = record;
    if (acknowledged?.by === by && acknowledged.note === note) return undefined;
    return {
      record: { ...record, acknowledged: { by, at, note } },
      event: { at, kind: "acknowledged", text: note, by },
    };
  });
}

/** Takes the acknowledgement back. Does nothing without one. Throws as `acknowledge` does. */
export async function unacknowledge(ctx: MemberContext, request: Request): Promise<IncidentDetail> {
  return await change(ctx, request, "incident.unacknowledged", (record) => {
    if (!record.acknowledged) return undefined;
    const event = {
      at: ctx.clock.now(),
      kind: "unacknowledged",
      text: null,
      by: ctx.actor.accountId,
    } as const;
    return { record: { ...record, acknowledged: null }, event };
  });
}

type Step = (record: IncidentRecord) => { record: IncidentRecord; event: IncidentEvent } | undefined;

/** Changes an open incident and records it in its timeline and in the audit. Safe to repeat. */
async function change(
  ctx: MemberContext,
  { id, organizationId }: Request,
  action: AuditedAction,
  step: Step,
): Promise<IncidentDetail> {
  const organization = organizationFor(ctx, id, organizationId);
  const { record, isNew } = await retryOnConflict(async () => {
    const { record: before, revision } = await find(ctx, organization, id);
    if (before.resolvedAt !== null)
      throw new Problem("conflict", "The incident is over.", { code: "INCIDENT_RESOLVED" });
    const next = step(before);
    if (!next) return { record: before, isNew: false };
    const counted = await countInHour(ctx, {
      what: "acknowledgements",
      name: ctx.actor.accountId,
      most: mostAcknowledgements,
      code: "TOO_MANY_ACKNOWLEDGEMENTS",
      sentence: `You can acknowledge ${mostAcknowledgements} times an hour.`,
    });
    const noted = withEvents(next.record, [next.event]);
    const { record: after, messages } = await announceAcknowledgement(ctx, organization, noted);
    await transactAsMember(ctx, organization, undefined, [
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
