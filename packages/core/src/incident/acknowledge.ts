import { callerOf } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { IncidentDetail } from "../contract/incident/incident.ts";
import { announceAcknowledgement } from "./messages/announce-acknowledgement.ts";
import { type ByHand, changeByHand } from "./change-by-hand.ts";
import { acknowledgedBy } from "./rows/acknowledged.ts";
import type { IncidentRecord } from "./rows/record.ts";

/**
 * Records that somebody looks after an open incident. It ends reminders and nothing else, so every member may. A second
 * acknowledgement replaces the first. Throws notFound, conflict for an incident that is over, and tooMany.
 */
export async function acknowledge(
  ctx: ReaderContext,
  { note = null, ...request }: ByHand & { note?: string | null | undefined },
): Promise<IncidentDetail> {
  return await changeByHand(ctx, request, {
    action: "incident.acknowledged",
    announce: announcing(ctx),
    step: (record) => {
      const [by, at] = [callerOf(ctx.actor), ctx.clock.now()];
      const { acknowledged } = record;
      if (acknowledged?.by === by && acknowledged.note === note) return undefined;
      return acknowledgedBy(record, { by, at, note });
    },
  });
}

/** Takes the acknowledgement back. Does nothing without one. Throws as `acknowledge` does. */
export async function unacknowledge(ctx: ReaderContext, request: ByHand): Promise<IncidentDetail> {
  return await changeByHand(ctx, request, {
    action: "incident.unacknowledged",
    step: (record) => {
      if (!record.acknowledged) return undefined;
      const event = {
        at: ctx.clock.now(),
        kind: "unacknowledged",
        text: null,
        by: callerOf(ctx.actor),
      } as const;
      return { record: { ...record, acknowledged: null }, event };
    },
  });
}

const announcing = (ctx: ReaderContext) => (organization: OrganizationId, record: IncidentRecord) =>
  announceAcknowledgement(ctx, organization, record);
