import { audit } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { assertMayChangeSource, transactAsAllowed } from "../account/source-rights.ts";
import { auditRow } from "../audit/audit.ts";
import { isId } from "../kit/ids.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { agentKeyKey } from "./agent-key.keys.ts";
import { notFound } from "./agent-key.ts";
import { agentKeyKind, endFormer } from "./agent-key.table.ts";
import { countKeyChange, withinDailyLimit } from "./daily-limit.ts";

/**
 * Ends the former secret of a rotated key before its time: the next call with it is refused. Does nothing when only
 * one secret works. Throws notFound. Throws forbidden when another account created the key, unless the caller is an
 * admin, and tooMany above the limit of a day.
 */
export async function endFormerSecret(ctx: ReaderContext, keyId: string): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  if (!organization || !isId("accessKey", keyId)) throw notFound();
  const ended = await retryOnConflict(async () => {
    const stored = await ctx.table.get(agentKeyKey(organization, keyId));
    if (!stored) throw notFound();
    const key = agentKeyKind.read(stored);
    assertMayChangeSource(ctx, key);
    const now = ctx.clock.now();
    const { name, formerUntil = 0 } = key;
    if (formerUntil <= now) return false;
    const times = [new Date(formerUntil).toISOString(), new Date(now).toISOString()] as const;
    const writes = [
      ...endFormer(organization, key),
      countKeyChange(ctx),
      auditRow(ctx, organization, {
        action: "accessKey.formerSecretEnded",
        id: keyId,
        name,
        fields: { formerSecretEnds: [...times] },
      }),
    ];
    await withinDailyLimit(ctx, transactAsAllowed(ctx, organization, writes));
    return true;
  });
  if (ended) audit(ctx, "accessKey.formerSecretEnded", { keyId, organizationId: organization });
}
