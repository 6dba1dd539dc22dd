import type { SourceContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { noOrganization } from "../account/source-rights.ts";
import { transactAsMember } from "../account/transact-as-member.ts";
import type { Right } from "../contract/people/roles.ts";
import { find, requireActive } from "../organization/organization.ts";
import { ConditionFailed } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { assertNotRevoked, requireToken } from "../token/find.ts";

/**
 * Writes in one transaction for a person, a program or the configuration file. It fails when the organization is being deleted, when the person has
 * left it or has other roles, and when the token has been revoked. Throws conflict, forbidden and unauthenticated then.
 * Throws ConditionFailed when the caller should decide again.
 * @param right what a person needs; undefined for what every member may do. The route has checked what a token needs
 */
export async function transactAsCaller(
  ctx: SourceContext,
  organization: OrganizationId,
  right: Right | undefined,
  writes: readonly Write[],
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === "member") return await transactAsMember({ ...ctx, actor }, organization, right, writes);
  if (actor.kind === "file") return await ctx.table.transact([...writes, requireActive(organization)]);
  const checks = [requireActive(organization), requireToken(organization, actor.tokenId)];
  try {
    await ctx.table.transact([...writes, ...checks]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    await assertNotRevoked(ctx, actor.tokenId);
    if (!(await find(ctx, organization))) throw noOrganization();
    throw error;
  }
}
