import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReaderContext } from "../../access/context.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import type { RuleEvenings } from "../../contract/incident/rehearsal.ts";
import { matching, textsOf } from "../rules/own.ts";
import { type Condition, type Counted, counterOf, fieldsOf } from "./counted.ts";
import { type Evening, type Evenings, eveningsOf, subjectAt } from "./evening-store.ts";
import { notKeptOfEvenings } from "./kept-fields.ts";
import { type Asked, organizationOfRule, readAsked } from "./preview.ts";

/** So many deployments take a few milliseconds. */
const perTurn = 10_000;

/**
 * What a rule would have matched at the end of each of the last 30 days. A second call within 15 minutes reads nothing,
 * whatever its text is. Throws as `previewRule` does.
 */
export async function ruleEvenings(
  ctx: ReaderContext,
  asked: Asked,
  { organizationId }: { organizationId?: string | undefined },
): Promise<RuleEvenings> {
  const definition = readAsked(asked);
  const organization = organizationOfRule(ctx, organizationId);
  if (!organization) return { evenings: [], notKept: [] };
  const evenings = await withViewAudit(ctx, organization, eveningsOf(ctx, organization));
  return await countEvenings(definition, evenings);
}

/** Pure but for its turns. */
export async function countEvenings(condition: Condition, { days }: Evenings): Promise<RuleEvenings> {
  const evenings: RuleEvenings["evenings"] = [];
  const count = eveningCounter(condition);
  for (const { date, evening } of days.toReversed()) {
    const counts = evening && (await countEvening(count, evening));
    if (!counts) evenings.push({ date, inScope: null, matching: 0, unknown: 0 });
    else {
      const found = counts.matching + counts.urgent;
      const inScope = counts.well + found + counts.unknown;
      evenings.push({ date, inScope, matching: found, unknown: counts.unknown });
    }
  }
  return { evenings, notKept: notKeptOfEvenings(fieldsOf(condition)) };
}

async function countEvening(
  count: ReturnType<typeof counterOf>,
  evening: Evening,
): Promise<Record<Counted, number>> {
  const counts: Record<Counted, number> = { out: 0, well: 0, matching: 0, urgent: 0, unknown: 0 };
  for (let from = 0; from < evening.names.length; from += perTurn) {
    const end = Math.min(from + perTurn, evening.names.length);
    for (let index = from; index < end; index += 1) counts[count(subjectAt(evening, index))] += 1;
    await nextTurn();
  }
  return counts;
}

/** The list has "stale" in the place of what a silent deployment last said. */
export function eveningCounter(condition: Condition): ReturnType<typeof counterOf> {
  const count = counterOf(condition);
  const asksStatus = textsOf(condition).some((text) => matching(text).filter.terms.has("status"));
  if (!asksStatus) return count;
  return (deployment) => (deployment.isSilent ? "unknown" : count(deployment));
}
