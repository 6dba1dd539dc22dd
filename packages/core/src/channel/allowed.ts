import type { MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { byId, requireMember } from "../account/account.ts";
import { noOrganization } from "../account/source-rights.ts";
import { may } from "../contract/roles.ts";
import { Problem } from "../kit/problem.ts";
import { find, requireActive } from "../organization/organization.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";

/**
 * Writes in one transaction, which fails when the organization is being deleted, or when the caller has left it or has
 * other roles. Throws conflict or forbidden when the caller has lost the right. Throws ConditionFailed when the caller
 * should decide again.
 */
export async function transactAsManager(
  ctx: MemberContext,
  organization: OrganizationId,
  writes: readonly Write[],
): Promise<void> {
  const { accountId, roles } = ctx.actor;
  try {
    await ctx.table.transact([
      ...writes,
      requireActive(organization),
      requireMember(accountId, organization, roles),
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed) await throwFailedCheck(ctx, organization);
    throw error;
  }
}

async function throwFailedCheck(ctx: MemberContext, organization: OrganizationId): Promise<void> {
  const [account, found] = await Promise.all([byId(ctx, ctx.actor.accountId), find(ctx, organization)]);
  if (account?.organizationId !== organization || !found) throw noOrganization();
  if (!may(account.roles, "manageOrganization"))
    throw new Problem("forbidden", "Your role doesn't allow this.");
}
