import { callerOf } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import type { IncidentDetail } from "../contract/incident/incident.ts";
import { ruleOf } from "./rules/rules.ts";
import { Problem } from "../kit/problem.ts";
import { type ByHand, changeByHand } from "./change-by-hand.ts";

/**
 * Records that what an open incident says is meant to be so. The next pass ends it, and what gets worse is an incident
 * again. Every member may, as with an acknowledgement. Throws notFound, tooMany, and conflict for an incident that is over
 * or of a rule that always says something is wrong.
 */
export async function intend(ctx: ReaderContext, request: ByHand): Promise<IncidentDetail> {
  return await changeByHand(ctx, request, {
    action: "incident.intended",
    step: (record) => {
      if (!ruleOf(record.rule).isIntendable)
        throw new Problem("conflict", "Nobody can intend what this incident says.", {
          code: "NOT_INTENDABLE",
        });
      if (record.intended) return undefined;
      const event = { at: ctx.clock.now(), kind: "intended", text: null, by: callerOf(ctx.actor) } as const;
      return { record: { ...record, intended: true }, event };
    },
  });
}
