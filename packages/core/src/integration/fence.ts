import type { Services, MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { explainSourceChecks, sourceChecks } from "../account/source-rights.ts";
import { checkQuota, type Quota, reserve } from "../organization/quota.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { livingRows } from "./rows.ts";

/** The quota of a kind of integrations in an organization. */
export const quotaOf = <R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
): Quota => ({
  ...kind.quota,
  count: async () => (await livingRows(services, kind, organization)).length,
});

/**
 * Writes a new key or integration, together with the checks that its creator may create it and that the quota has room
 * for it. A person, an organization or a right that goes at the same moment leaves nothing behind. Throws what the checks
 * throw.
 * @param refuseTaken throws when something else is in the way of these writes
 */
export async function createFenced(
  ctx: MemberContext,
  organization: OrganizationId,
  quota: Quota,
  writes: readonly Write[],
  refuseTaken: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const fence = [reserve(organization, quota), ...sourceChecks(ctx, organization)];
  await retryOnConflict(async () => {
    try {
      await ctx.table.transact([...writes, ...fence]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await explainSourceChecks(ctx, organization);
      await refuseTaken();
      await checkQuota(ctx, organization, quota);
      throw error; // two transactions met at one of the rows, or the count was out of date
    }
  });
}
