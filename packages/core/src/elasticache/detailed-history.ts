import { audit } from "../access/audit.ts";
import type { SourceContext } from "../access/context.ts";
import { assertMayChangeSource, refuseUnlessAdmin, transactAsAllowed } from "../account/source-rights.ts";
import { auditRow } from "../audit/audit.ts";
import type { DetailedHistoryInput, ElastiCacheIntegration } from "../contract/source/elasticache.ts";
import { locate } from "../integration/rows.ts";
import { syncSoon } from "../integration/sync-soon.ts";
import { Problem } from "../kit/problem.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../table/revision.ts";
import { switchDetails } from "./elasticache.table.ts";
import { elastiCache } from "./kind.ts";
import { toDetailedHistory, toIntegration } from "./to-integration.ts";

/**
 * Switches detailed history of an AWS account on or off, and queues a reading. It costs the customer money, so it is
 * switched on only once its price is known. Throws notFound. Throws forbidden when another person connected the account,
 * unless the caller is an admin. Throws conflict before the first reading, and outdated for another revision than expected.
 */
export async function switchDetailedHistory(
  ctx: SourceContext,
  id: string,
  { on }: DetailedHistoryInput,
  expected?: Expected,
): Promise<ElastiCacheIntegration> {
  const { organization, row } = await locate(ctx, elastiCache, id);
  assertMayChangeSource(ctx, row);
  await refuseUnlessAdmin(ctx, organization);
  if (on && toDetailedHistory(row).metrics === null)
    throw new Problem("conflict", "The price is known after the first reading of this account.", {
      code: "PRICE_UNKNOWN",
    });
  const isSwitched = await retryOnConflict(async () => {
    const { row: before } = await locate(ctx, elastiCache, id);
    checkRevision(before, expected);
    const was = before.detailed === true;
    if (was === on) return false;
    const event = auditRow(ctx, organization, {
      action: "elastiCache.changed",
      id,
      name: elastiCache.nameOf(before),
      fields: { detailedHistory: [was, on] },
    });
    await transactAsAllowed(ctx, organization, [switchDetails(organization, before, on, expected), event]);
    return true;
  });
  if (isSwitched) {
    audit(ctx, "elastiCache.changed", { integrationId: id, organizationId: organization });
    await syncSoon(ctx, "elasticache", organization, id);
  }
  return toIntegration((await locate(ctx, elastiCache, id)).row, ctx.clock.now());
}
