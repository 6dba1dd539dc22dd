import { storedRoles } from "../access/actor.ts";
import type { MemberContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { may, type Right } from "../contract/people/roles.ts";
import { Problem } from "../kit/problem.ts";
import { find, requireActive } from "../organization/organization.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { byId, requireMember } from "./account.ts";
import { noOrganization } from "./source-rights.ts";

/**
 * Writes in one transaction, which fails when the organization is being deleted, or when the caller has left it or has
 * other roles. People who see every organization need not be members of it. Throws conflict or forbidden when the caller
 * has lost the right. Throws ConditionFailed when the caller should decide again.
 * @param right what the caller needs; undefined for what every member may do
 */
export async function transactAsMember(
  ctx: MemberContext,
  organization: OrganizationId,
  right: Right | undefined,
  writes: readonly Write[],
): Promise<void> {
  const { accountId, organizationId } = ctx.actor;
  const isOwn = organizationId === organization;
  try {
    await ctx.table.transact([
      ...writes,
      requireActive(organization),
      ...(isOwn ? [requireMember(accountId, organization, storedRoles(ctx.actor))] : []),
    ]);
  } catch (error) {
    if (error instanceof ConditionFailed && isOwn) await throwFailedCheck(ctx, organization, right);
    throw error;
  }
}

async function throwFailedCheck(
  ctx: MemberContext,
  organization: OrganizationId,
  right: Right | undefined,
): Promise<void> {
  const [account, organizationRow] = await Promise.all([
    byId(ctx, ctx.actor.accountId),
    find(ctx, organization),
  ]);
  if (account?.organizationId !== organization || !organizationRow) throw noOrganization();
  if (right !== undefined && !may(account.roles, right))
    throw new Problem("forbidden", "Your role doesn't allow this.");
}
