import type { Services, SourceContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { throwFailedSourceCheck, sourceChecks } from "../account/source-rights.ts";
import { sourceTraits } from "../contract/source/source.ts";
import { checkQuota, type Quota, reserve } from "../organization/quota.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { mostIntegrations } from "./limits.ts";
import { livingRows } from "./rows.ts";

/** The quota of a kind of integrations in an organization. */
export const quotaOf = <R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
): Quota => ({
  what: sourceTraits[kind.source].counted,
  most: mostIntegrations,
  full: kind.quotaReached,
  count: async () => (await livingRows(services, kind, organization)).length,
});

/**
 * Writes a new key or integration in one transaction. The transaction checks that its creator may create it
 * and that the quota is not reached. It fails when the person, the organization or the right is removed at
 * the same moment. Throws the errors of the checks.
 * @param refuse throws when these writes must fail for a reason of their own, such as another integration that conflicts
 */
export async function createFenced(
  ctx: SourceContext,
  organization: OrganizationId,
  quota: Quota,
  writes: readonly Write[],
  refuse: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const fence = [reserve(organization, quota), ...sourceChecks(ctx, organization)];
  await retryOnConflict(async () => {
    try {
      await ctx.table.transact([...writes, ...fence]);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      await throwFailedSourceCheck(ctx, organization);
      await refuse();
      await checkQuota(ctx, organization, quota);
      throw error; // two transactions met at one of the rows, or the count was out of date
    }
  });
}
